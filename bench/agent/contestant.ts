import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { adapterFor } from "../../src/adapters/adapters.ts";
import { type Hermetic, hermetic } from "../../test/lab/hermetic.ts";
import { installCli } from "../../test/lab/install-cli.ts";

/** An agent that is measured. */
export interface Contestant {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Talks to the model API on loopback; else it has its own script. */
  readonly usesApi: boolean;
}

const root = join(import.meta.dirname, "..", "..");
const flags = ["--output-format", "stream-json", "--verbose", "--input-format", "stream-json"];
const launcher = join(root, "bin", "bridle-agent.cjs");

export const scripted: Contestant = {
  name: "ours",
  command: process.execPath,
  args: [launcher, ...flags, "--scripted-without-key"],
  usesApi: false,
};

export const onApi: Contestant = { ...scripted, name: "ours_api", usesApi: true };

export function floor(deltas = 0): Contestant {
  const script = join(root, "bench", "agents", "bare-agent.mjs");
  return { name: "floor", command: process.execPath, args: [script, String(deltas)], usesApi: false };
}

export async function realCli(version: string): Promise<Contestant> {
  const { command, args } = await installCli(version);
  // Fails here, and not in a figure, when there is no adapter for what is measured.
  adapterFor(version);
  return { name: "claude", command, args: [...args, ...flags], usesApi: true };
}

/** A started agent, in folders of its own. */
export class Started implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly #environment: Hermetic;

  private constructor(child: ChildProcess, environment: Hermetic) {
    this.child = child;
    this.#environment = environment;
  }

  static async start(
    { command, args, usesApi }: Contestant,
    apiUrl: string,
    more: readonly string[] = [],
    /** What has to be there before it starts. */
    prepare: (environment: Hermetic) => void = () => {},
  ): Promise<Started> {
    const environment = await hermetic(apiUrl);
    prepare(environment);
    const { ANTHROPIC_API_KEY: _key, ANTHROPIC_BASE_URL: _url, ...keyless } = environment.env;
    const env = usesApi ? environment.env : keyless;
    const child = spawn(command, [...args, ...more], { cwd: environment.cwd, env, stdio: ["pipe", "pipe", "inherit"] });
    return new Started(child, environment);
  }

  prompt(content: string): void {
    this.child.stdin?.write(`${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`);
  }

  /** Settles when a line with this in it was written; `onChunk` sees everything up to then. */
  until(mark: string, onChunk: (chunk: Buffer) => void = () => {}): Promise<void> {
    const stdout = this.child.stdout;
    if (stdout === null) throw new Error("the agent has no stdout");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error(`no ${mark} within a minute`)), 60_000);
    let tail = "";
    const look = (chunk: Buffer): void => {
      onChunk(chunk);
      const text = tail + chunk.toString("latin1");
      if (text.includes(mark)) resolve();
      tail = text.slice(-mark.length);
    };
    stdout.on("data", look);
    this.child.once("exit", () => reject(new Error(`the agent ended before ${mark}`)));
    return promise.finally(() => {
      clearTimeout(timer);
      stdout.off("data", look);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, "exit");
      this.child.kill("SIGKILL");
      await gone;
    }
    await this.#environment.dispose();
  }
}

export const initMark = '"subtype":"init"';
export const resultMark = '"type":"result"';
