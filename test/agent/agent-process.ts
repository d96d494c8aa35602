import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { Fields } from "../../src/wire/fields.ts";
import { within } from "../host/within.ts";
import { compileCache } from "../lab/compile-cache.ts";
import { agentFile } from "./agent-file.ts";
import { asking } from "./drive.ts";
import { frameLabel } from "./frame-label.ts";

/** It means never, on a machine however busy. */
const patienceMs = 50_000;

export interface ProcessOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Claude's dialect with a host that answers, unless told. */
  readonly argv?: readonly string[];
  /** `bin/bridle-agent.cjs` on this Node, unless told. */
  readonly command?: readonly [string, ...string[]];
}

/** The agent as it is installed, in a process of its own. */
export class AgentProcess implements AsyncDisposable {
  readonly frames: Fields[] = [];
  readonly child: ChildProcessWithoutNullStreams;
  stdout = "";
  stderr = "";
  readonly #exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly #waiting = new Set<() => void>();

  constructor({ env, cwd, argv = asking, command = [process.execPath, agentFile] }: ProcessOptions) {
    const [file, ...args] = command;
    this.child = spawn(file, [...args, ...argv], { env: { ...compileCache(), ...env }, cwd });
    // A process that ended takes no more input.
    this.child.stdin.on("error", () => {});
    this.child.stdout.setEncoding("utf8").on("data", (chunk: string) => this.#hear(chunk));
    this.child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      this.stderr += chunk;
    });
    this.#exit = once(this.child, "close").then(([code, signal]) => ({ code, signal }));
  }

  send(...lines: readonly object[]): void {
    for (const line of lines) this.child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  /** A frame whose label begins so. */
  async saw(label: string): Promise<Fields> {
    const find = (): Fields | undefined => this.frames.find((frame) => frameLabel(frame).startsWith(label));
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => (find() === undefined ? undefined : resolve());
    this.#waiting.add(look);
    look();
    await within(patienceMs, label, promise);
    this.#waiting.delete(look);
    return find() as Fields;
  }

  get labels(): string[] {
    return this.frames.map(frameLabel);
  }

  /** The exit code; a death by signal is its name. */
  async ended(): Promise<number | string | null> {
    const { code, signal } = await within(patienceMs, "the end of the process", this.#exit);
    return signal ?? code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill("SIGKILL");
    await this.ended();
  }

  #hear(chunk: string): void {
    const open = this.stdout.slice(this.stdout.lastIndexOf("\n") + 1);
    this.stdout += chunk;
    const lines = `${open}${chunk}`.split("\n").slice(0, -1);
    for (const line of lines) if (line.startsWith("{")) this.frames.push(JSON.parse(line) as Fields);
    for (const look of this.#waiting) look();
  }
}
