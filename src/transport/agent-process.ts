import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { BridleError } from "../errors.ts";
import { agentMarkName } from "./agent-mark.ts";
import { ByteTail } from "./byte-tail.ts";
import { descendantsOf } from "./descendants.ts";
import { killMarked } from "./end-marked.ts";
import { folderProblem } from "./folder-problem.ts";
import { type PipeReader, pipeReader } from "./pipe-reader.ts";
import { reaper } from "./reaper.ts";
import { sendSignal } from "./send-signal.ts";
import type { Exit, OutputSink, Transport } from "./transport.ts";

export type StderrMode = "ignore" | "mirror" | "tail";

interface AgentProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stderr: StderrMode;
}

/** How long a pipe may stay silent after the agent's exit before we stop waiting for whoever else holds it. */
const heldPipeMs = 250;
/** So often in a row it may not be silent, while we read. */
const maxRounds = 8;
/** More than a system keeps in a pipe: when so much was read after the exit, everything that the agent itself wrote was. */
const maxPipeBytes = 1024 * 1024;
/** How long what the agent started may outlive it. */
const leftoverMs = 1_000;

/**
 * A child process without a shell or terminal, in a process group of its own,
 * so that a signal reaches what it started. The reaper knows the group before
 * anything is written to it, and forgets it once the group is gone.
 */
export class AgentProcess implements Transport {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #output: PipeReader;
  readonly #tail: ByteTail | undefined;
  readonly #mark: string;
  readonly #gone: Promise<void>;
  #paused = false;
  /** Since these were last reset. */
  #wasPaused = false;
  #bytesRead = 0;

  /** Resolves once the process runs. Rejects with `folder_not_found` or `agent_not_found` when it cannot be started. */
  static async start(options: AgentProcessOptions): Promise<AgentProcess> {
    const { command, args, cwd, env, stderr } = options;
    const stdio = ["pipe", "pipe", stderr === "ignore" ? "ignore" : "pipe"] as const;
    const mark = randomUUID();
    const marked = { ...env, [agentMarkName]: mark };
    const child = startChild(command, args, { cwd, env: marked, stdio: [...stdio], detached: true });
    const started = new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        const message = `cannot start ${command}: ${error.message}`;
        // The system blames the executable for a folder that is gone.
        reject(folderProblem(cwd) ?? new BridleError("agent_not_found", message, { executable: command }));
      });
    });
    // Without file descriptors to spare there are no pipes; the reason comes as an error.
    if (child.stdout === null || child.stdout === undefined) await started;
    const output = pipeReader(child.stdout as Readable);
    await started;
    return new AgentProcess(child, output, child.pid as number, stderr, mark);
  }

  private constructor(child: ChildProcess, output: PipeReader, pid: number, stderr: StderrMode, mark: string) {
    this.#child = child;
    this.#output = output;
    this.#mark = `${agentMarkName}=${mark}`;
    this.pid = pid;
    reaper().watch(pid, this.#mark);
    this.exited = new Promise((resolve) => {
      child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
    });
    // That an agent is gone is known by its exit, not by a broken pipe.
    child.stdin?.on("error", () => {});
    output.stream.on("error", () => {});
    this.#tail = stderr === "tail" ? new ByteTail(64 * 1024) : undefined;
    child.stderr?.on("error", () => {});
    child.stderr?.on("data", (chunk: Buffer) => {
      if (this.#tail !== undefined) this.#tail.push(chunk);
      else process.stderr.write(chunk);
    });
    this.#gone = this.#end();
  }

  start(sink: OutputSink): void {
    this.#output.read((chunk) => {
      this.#bytesRead += chunk.length;
      sink.data(chunk);
    });
    if (this.#paused) this.#output.stream.pause();
    void this.#gone.then(() => sink.end());
  }

  pause(): void {
    this.#paused = true;
    this.#wasPaused = true;
    this.#output.stream.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#output.stream.resume();
  }

  write(text: string): void {
    if (this.#child.stdin?.writable) this.#child.stdin.write(text);
  }

  /** Any bytes, which must not change. `written`: the agent's pipe took them, or nobody will. */
  writeBytes(bytes: Uint8Array, written: () => void): void {
    if (this.#child.stdin?.writable) this.#child.stdin.write(bytes, () => written());
    else written();
  }

  endInput(): void {
    this.#child.stdin?.end();
  }

  signal(signal: NodeJS.Signals): void {
    // Some agents put what they start into groups of their own; SIGKILL gives them no chance to end those.
    const others = signal === "SIGKILL" ? descendantsOf(this.pid) : [];
    sendSignal(-this.pid, signal);
    for (const pid of others) sendSignal(pid, signal);
  }

  stderrTail(): string {
    return this.#tail?.toString() ?? "";
  }

  /** Resolves when the agent has ended, what it wrote was read and nothing of it is left. */
  async #end(): Promise<void> {
    const { stderr } = this.#child;
    const stdout = this.#output.stream;
    // stderr, too: its last words belong to the exit.
    const output = Promise.all([over(stdout), over(stderr)]).then(() => true);
    await this.exited;
    // Whether or not its output is read.
    const leftover = setTimeout(() => this.#killLeftovers(), leftoverMs);
    await this.#readRest(output);
    clearTimeout(leftover);
    stdout.destroy();
    stderr?.destroy();
    this.#killLeftovers();
    reaper().forget(this.pid);
  }

  /**
   * A process that the agent left behind may hold its pipe and go on writing. What the agent wrote itself was in the pipe
   * when it ended, so the pipe is read until it is silent, or so long or so much that nothing of the agent can be in it.
   */
  async #readRest(output: Promise<boolean>): Promise<void> {
    const before = this.#bytesRead;
    for (let rounds = 0; rounds < maxRounds && this.#bytesRead - before < maxPipeBytes; ) {
      const atStart = this.#bytesRead;
      this.#wasPaused = this.#paused;
      if (await within(heldPipeMs, output)) return;
      // Timers run before pipes are read: a host that was busy has not read it yet.
      await setImmediate();
      if (this.#wasPaused) continue;
      if (this.#bytesRead === atStart) return;
      rounds += 1;
    }
  }

  /** What is left was started by the agent and outlived it; CLIs give each command a session of its own. */
  #killLeftovers(): void {
    sendSignal(-this.pid, "SIGKILL");
    killMarked(this.#mark);
  }
}

/** What the system cannot pass on at all, such as a NUL or too many arguments, is thrown at once. */
function startChild(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  try {
    return spawn(command, args, options);
  } catch (error) {
    const problem = folderProblem(String(options.cwd));
    if (problem !== undefined) throw problem;
    const found = error instanceof Error ? error.message : String(error);
    const allowed = "arguments and environment that the system can pass on";
    throw new BridleError("invalid_option", `${command} cannot be started: ${found}`, {
      option: "arguments",
      allowed,
      found,
    });
  }
}

function over(stream: Readable | null): Promise<void> {
  return new Promise((resolve) => {
    if (stream === null) return resolve();
    stream.once("end", resolve);
    stream.once("close", resolve);
  });
}

/** The value, or undefined when it takes longer. */
async function within<T>(ms: number, value: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  const first = await Promise.race([value, late]);
  clearTimeout(timer);
  return first;
}
