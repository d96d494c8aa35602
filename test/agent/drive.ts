import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { type AgentMaker, serveAgent } from "../../src/agent/kit/serve-agent.ts";
import type { Fields } from "../../src/wire/fields.ts";
import type { TranscriptLine } from "../contract/transcript.ts";
import { within } from "../host/within.ts";
import { assertKnown } from "./assert-known.ts";
import { frameLabel } from "./frame-label.ts";

/** Claude's dialect, as Claude Code has it too. */
export const claudeDialect = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"] as const;
/** The coding agent has the scripted model, where a test gives it no key. */
export const streamJson = [...claudeDialect, "--scripted-without-key"] as const;
/** The same, with a host that answers when it is asked. */
export const asking = [...streamJson, "--permission-prompt-tool", "stdio"] as const;

/** Longer than any answer takes. */
const patienceMs = 8_000;

interface DriveOptions {
  /** `--permission-prompt-tool stdio` in Claude's dialect unless told. */
  readonly argv?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Some tests make the agent say something no adapter knows. */
  readonly isKnown?: boolean;
}

/** An agent in this process, driven line by line. What it said is checked against its dialect at the end. */
export class Driven implements AsyncDisposable {
  readonly frames: Fields[] = [];
  readonly exit: Promise<number>;
  readonly #input = new PassThrough();
  readonly #output = new PassThrough();
  readonly #lines: TranscriptLine[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #dialect: "claude" | "seed-001";
  readonly #isKnown: boolean;
  #read = 0;
  #stderr = "";
  #stdout = "";
  #rest = "";

  constructor(agent: AgentMaker, options: DriveOptions = {}) {
    const { argv = asking, env = {}, cwd = process.cwd(), isKnown = true } = options;
    this.#dialect = argv.includes("--stdio") ? "seed-001" : "claude";
    this.#isKnown = isKnown;
    const error = new PassThrough();
    error.on("data", (chunk) => {
      this.#stderr += chunk;
    });
    const speaksFrames = argv.includes("stream-json") || argv.includes("--stdio");
    this.#output.setEncoding("utf8").on("data", (chunk: string) => this.#hear(chunk, speaksFrames));
    const streams = { input: this.#input, output: this.#output, error, inputIsTerminal: false };
    this.exit = serveAgent(agent, { argv, env, cwd, streams });
    this.exit.catch(() => {});
  }

  /** Lines of the host: frames as JSON, strings as they are. */
  send(...lines: readonly (object | string)[]): void {
    this.write(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  }

  write(bytes: string | Uint8Array): void {
    this.#input.write(bytes);
    for (const payload of bytes.toString().split("\n")) if (payload !== "") this.#note(">", payload);
  }

  endInput(): void {
    this.#input.end();
  }

  /** Nobody reads any more. */
  closeOutput(): void {
    this.#output.destroy();
  }

  /** The next frame whose label begins so. */
  saw(label: string): Promise<Fields> {
    return this.#next(label, (frame) => frameLabel(frame).startsWith(label));
  }

  /** Asks, and gives the envelope of the answer. */
  async control(subtype: string, payload: Fields = {}, requestId = subtype): Promise<Fields> {
    this.send(request(subtype, payload, requestId));
    const answered = await this.#next(`the answer to ${subtype}`, ({ type, response }) => {
      return type === "control_response" && (response as Fields).request_id === requestId;
    });
    return answered.response as Fields;
  }

  /** Looks behind the frame that was found last. */
  async #next(what: string, fits: (frame: Fields) => boolean): Promise<Fields> {
    const find = (): number => this.frames.findIndex((frame, index) => index >= this.#read && fits(frame));
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => (find() === -1 ? undefined : resolve());
    this.#waiting.add(look);
    look();
    await within(patienceMs, what, promise).catch(({ message }) =>
      assert.fail(`${message}; there was ${JSON.stringify(this.labels, null, 1)}${this.#stderr}`),
    );
    this.#waiting.delete(look);
    const at = find();
    this.#read = at + 1;
    return this.frames[at] as Fields;
  }

  get labels(): string[] {
    return this.frames.map(frameLabel);
  }

  get stderr(): string {
    return this.#stderr;
  }

  get stdout(): string {
    return this.#stdout;
  }

  /** No more input; the exit code. */
  async finish(): Promise<number> {
    this.endInput();
    return within(patienceMs, "the end of the agent", this.exit);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.finish();
    if (this.#isKnown) assertKnown(this.#dialect, this.#lines);
  }

  #hear(chunk: string, isFrames: boolean): void {
    this.#stdout += chunk;
    if (!isFrames) return;
    const lines = `${this.#rest}${chunk}`.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#take(line);
  }

  #take(line: string): void {
    this.#note("<", line);
    this.frames.push(JSON.parse(line) as Fields);
    for (const look of this.#waiting) look();
  }

  #note(direction: "<" | ">", payload: string): void {
    this.#lines.push({ direction, ms: 0, payload, lineNumber: this.#lines.length + 1 });
  }
}

export function user(content: string | readonly object[], more: Fields = {}): Fields {
  return { type: "user", message: { role: "user", content }, ...more };
}

export function request(subtype: string, payload: Fields = {}, requestId = subtype): Fields {
  return { type: "control_request", request_id: requestId, request: { subtype, ...payload } };
}

/** The host's answer to a request of the agent. */
export function answer(asked: Fields, response: unknown): Fields {
  return { type: "control_response", response: { subtype: "success", request_id: asked.request_id, response } };
}

export function refusal(asked: Fields, error: string): Fields {
  return { type: "control_response", response: { subtype: "error", request_id: asked.request_id, error } };
}
