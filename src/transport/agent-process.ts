import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { BridleError } from "../errors.ts";
import { ByteTail } from "./byte-tail.ts";
import { descendantsOf } from "./descendants.ts";
import { markedProcesses } from "./marked-processes.ts";
import { reaper } from "./reaper.ts";
import type { Exit, OutputSink, Transport } from "./transport.ts";

export type StderrMode = "ignore" | "mirror" | "tail";

export interface AgentProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stderr: StderrMode;
}

/** How long a pipe may stay silent after the agent's exit before we stop waiting for whoever else holds it. */
const heldPipeMs = 250;

/** Tells whose child a process was when its parents are gone. */
const markName = "BRIDLE_AGENT";

/**
 * A child process without a shell or terminal, in a process group of its own,
 * so that a signal reaches what it started. The reaper knows the group before
 * anything is written to it, and forgets it once the group is gone.
 */
export class AgentProcess implements Transport {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #tail: ByteTail | undefined;
  readonly #mark: string;
  #paused = false;
  #heldPipe: NodeJS.Timeout | undefined;

  /** Resolves once the process runs. Rejects with `agent_not_found` when it cannot be started. */
  static async start(options: AgentProcessOptions): Promise<AgentProcess> {
    const { command, args, cwd, env, stderr } = options;
    const stdio = ["pipe", "pipe", stderr === "ignore" ? "ignore" : "pipe"] as const;
    const mark = randomUUID();
    const marked = { ...env, [markName]: mark };
    const child = spawn(command, args, { cwd, env: marked, stdio: [...stdio], detached: true });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        reject(
          new BridleError("agent_not_found", `cannot start ${command}: ${error.message}`, { executable: command }),
        );
      });
    });
    return new AgentProcess(child, child.pid as number, stderr, mark);
  }

  private constructor(child: ChildProcess, pid: number, stderr: StderrMode, mark: string) {
    this.#child = child;
    this.#mark = `${markName}=${mark}`;
    this.pid = pid;
    reaper().watch(pid);
    this.exited = new Promise((resolve) => {
      child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
    });
    // An agent that is gone is told by its exit, not by a broken pipe.
    child.stdin?.on("error", () => {});
    child.stdout?.on("error", () => {});
    this.#tail = stderr === "tail" ? new ByteTail(64 * 1024) : undefined;
    child.stderr?.on("error", () => {});
    child.stderr?.on("data", (chunk: Buffer) => {
      if (this.#tail !== undefined) this.#tail.push(chunk);
      else process.stderr.write(chunk);
    });
    void this.exited.then(() => this.#afterExit());
  }

  start(sink: OutputSink): void {
    const { stdout } = this.#child;
    let over = false;
    const end = (): void => {
      if (over) return;
      over = true;
      clearTimeout(this.#heldPipe);
      sink.end();
    };
    stdout?.on("data", (chunk: Buffer) => {
      this.#heldPipe?.refresh();
      sink.data(chunk);
    });
    stdout?.once("end", end);
    stdout?.once("close", end);
    if (this.#paused) stdout?.pause();
  }

  pause(): void {
    this.#paused = true;
    this.#child.stdout?.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#heldPipe?.refresh();
    this.#child.stdout?.resume();
  }

  write(text: string): void {
    if (this.#child.stdin?.writable) this.#child.stdin.write(text);
  }

  endInput(): void {
    this.#child.stdin?.end();
  }

  signal(signal: NodeJS.Signals): void {
    // Some agents put what they start into groups of their own; SIGKILL gives them no chance to end those.
    const others = signal === "SIGKILL" ? descendantsOf(this.pid) : [];
    send(-this.pid, signal);
    for (const pid of others) send(pid, signal);
  }

  stderrTail(): string {
    return this.#tail?.toString() ?? "";
  }

  /** A process it left behind may hold the pipe open: wait only while something comes, or while we do not read. */
  #afterExit(): void {
    const waitForSilence = (): void => {
      this.#heldPipe = setTimeout(() => {
        if (this.#paused) return waitForSilence();
        this.#child.stdout?.destroy();
        this.#child.stderr?.destroy();
        // What is left was started by the agent and outlived it; CLIs give each command a session of its own.
        send(-this.pid, "SIGKILL");
        for (const pid of markedProcesses(this.#mark)) send(pid, "SIGKILL");
        reaper().forget(this.pid);
      }, heldPipeMs);
    };
    waitForSilence();
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}
