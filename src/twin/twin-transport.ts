import { Readable, Writable } from "node:stream";
import { serveAgent } from "../agent/kit/serve-agent.ts";
import { BridleError } from "../errors.ts";
import type { Exit, OutputSink, Transport } from "../transport/transport.ts";
import type { Exiting } from "./fault.ts";
import { faultyStreams } from "./faulty-streams.ts";
import { checkTwinScript } from "./read-twin-script.ts";
import { twinAgent } from "./twin-agent.ts";
import type { TwinBody } from "./twin-body.ts";
import type { TwinScript } from "./twin-script.ts";

export interface TwinOptions {
  /** The command line a host would start it with; by default one that streams deltas and asks the host. */
  readonly argv?: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * A twin in this process, for `open({ transport: twin(script) })`: nothing is
 * started, and exit codes and signals are played. It starts no grandchildren.
 */
export function twin(script: TwinScript = {}, options: TwinOptions = {}): Transport {
  checkTwinScript(script, "script");
  if (script.faults?.some((fault) => "grandchild" in fault)) {
    const [option, allowed, found] = ["script", "without a grandchild, or given to twinExecutable", "grandchild"];
    throw new BridleError("invalid_option", `${option} has to be ${allowed}`, { option, allowed, found });
  }
  return new TwinTransport(script, options);
}

const defaultArgv = [
  ...["--output-format", "stream-json", "--verbose", "--input-format", "stream-json"],
  ...["--include-partial-messages", "--replay-user-messages", "--permission-prompt-tool=stdio"],
];
const stderrChars = 64 * 1024;

class TwinTransport implements Transport {
  readonly pid = undefined;
  readonly #script: TwinScript;
  readonly #options: TwinOptions;
  readonly #input = new Readable({ read: () => {} });
  readonly #output: Writable;
  readonly #exit = Promise.withResolvers<Exit>();
  #sink: OutputSink | undefined;
  #isOver = false;
  #isPaused = false;
  #onResume: (() => void) | undefined;
  #ignoresSigterm = false;
  #stderr = "";

  constructor(script: TwinScript, options: TwinOptions) {
    this.#script = script;
    this.#options = options;
    this.#output = new Writable({ write: (chunk: Uint8Array, _encoding, done) => this.#pass(chunk, done) });
    this.#output.on("error", () => {});
  }

  get exited(): Promise<Exit> {
    return this.#exit.promise;
  }

  start(sink: OutputSink): void {
    this.#sink = sink;
    const error = new Writable({
      write: (chunk: Uint8Array, _encoding, done) => {
        this.#writeStderr(String(chunk));
        done();
      },
    });
    const own = { input: this.#input, output: this.#output, error, inputIsTerminal: false };
    const streams = faultyStreams(own, this.#script, this.#body());
    const { argv = defaultArgv, ...more } = this.#options;
    void serveAgent(twinAgent(this.#script), { argv, ...more, streams }).then(
      (code) => this.#end({ code }),
      () => this.#end({ code: 1 }),
    );
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    const go = this.#onResume;
    this.#onResume = undefined;
    go?.();
  }

  write(text: string): void {
    if (!this.#isOver) this.#input.push(text);
  }

  endInput(): void {
    if (!this.#isOver) this.#input.push(null);
  }

  /** As the kit and the system take them. */
  signal(signal: NodeJS.Signals): void {
    if (signal === "SIGTERM" && this.#ignoresSigterm) return;
    const codes: { readonly [signal: string]: number } = { SIGTERM: 143, SIGHUP: 129, SIGINT: 0 };
    const code = codes[signal];
    this.#end(code === undefined ? { signal } : { code });
  }

  stderrTail(): string {
    return this.#stderr;
  }

  #body(): TwinBody {
    return {
      exit: (how) => this.#end(how),
      writeStderr: (text) => this.#writeStderr(text),
      ignoreSigterm: () => {
        this.#ignoresSigterm = true;
      },
      startGrandchild: () => this.#writeStderr("a twin in its host's process starts no grandchild\n"),
      stayAlive: () => {},
    };
  }

  #pass(chunk: Uint8Array, done: () => void): void {
    const pass = (): void => {
      this.#sink?.data(chunk);
      done();
    };
    if (this.#isPaused) this.#onResume = pass;
    else pass();
  }

  #writeStderr(text: string): void {
    this.#stderr = (this.#stderr + text).slice(-stderrChars);
  }

  /** What was written before is still read, as it would be from a pipe. */
  #end({ code = 1, signal }: Exiting): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#exit.resolve(signal === undefined ? { exitCode: code, signal: null } : { exitCode: null, signal });
    this.#input.destroy();
    this.#output.end(() => this.#sink?.end());
  }
}
