import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import type { Socket } from "node:net";
import { constants } from "node:os";
import { setImmediate } from "node:timers/promises";
import { markedEnvironment } from "./marked-processes.ts";
import { ProcessGroup } from "./process-group.ts";
import { errorText } from "./tool-failure.ts";

export type OutputStream = "stdout" | "stderr";

export interface GroupCommandOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What it reads; without it there is nothing to read. */
  readonly input?: string;
  /** Called for each piece; not called any more once `ended` has settled. */
  readonly output: (stream: OutputStream, chunk: Buffer) => void;
}

export interface CommandEnd {
  /** As a shell has it: 128 and the signal's number for what a signal ended. Null: it never ran. */
  readonly exitCode: number | null;
  /** Why it never ran. */
  readonly problem?: string;
}

/** A program in a session and process group of its own. */
export class GroupCommand {
  /** Undefined when it could not be started. */
  readonly group: ProcessGroup | undefined;
  /** Settles when the program has ended and what it wrote was read. Never rejects. */
  readonly ended: Promise<CommandEnd>;

  constructor(options: GroupCommandOptions) {
    const mark = randomUUID();
    const child = start({ ...options, env: markedEnvironment(options.env, mark) });
    if (child instanceof Error) {
      this.ended = Promise.resolve({ exitCode: null, problem: child.message });
      return;
    }
    this.group = child.pid === undefined ? undefined : new ProcessGroup(child.pid, mark);
    this.ended = follow(child, options);
  }

  /** Ends it and all it started. Settles also when the system cannot end it. */
  async kill(): Promise<CommandEnd> {
    await this.group?.end();
    return (await within(longestListeningMs + 1_000, this.ended)) ?? { exitCode: 128 + constants.signals.SIGKILL };
  }
}

/** How long a pipe that somebody else still holds may be silent after the end, and how long we listen at most. */
const silenceMs = 50;
const longestListeningMs = 2_000;

function start({ file, args, cwd, env, input }: GroupCommandOptions): ChildProcess | Error {
  if (!existsSync(cwd)) return new Error(`The working directory ${cwd} does not exist`);
  try {
    const stdin = input === undefined ? "ignore" : "pipe";
    const child = spawn(file, args, { cwd, env, stdio: [stdin, "pipe", "pipe"], detached: true });
    // It need not read it.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    return child;
  } catch (error) {
    return new Error(`The command cannot be started: ${errorText(error)}`);
  }
}

async function follow(child: ChildProcess, { output }: GroupCommandOptions): Promise<CommandEnd> {
  const { promise: exited, resolve } = Promise.withResolvers<CommandEnd>();
  child.once("error", (error) =>
    resolve({ exitCode: null, problem: `The command cannot be started: ${errorText(error)}` }),
  );
  child.once("exit", (code, signal) =>
    resolve({ exitCode: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) }),
  );
  const pipes = [listen(child.stdout, "stdout", output), listen(child.stderr, "stderr", output)];
  const end = await exited;
  await drained(pipes);
  for (const pipe of pipes) pipe.leave();
  return end;
}

interface Pipe {
  readonly over: Promise<void>;
  /** Was anything heard since this was last asked? */
  hasRead(): boolean;
  leave(): void;
}

function listen(stream: ChildProcess["stdout"], name: OutputStream, output: GroupCommandOptions["output"]): Pipe {
  if (stream === null || stream === undefined)
    return { over: Promise.resolve(), hasRead: () => false, leave: () => {} };
  let hasRead = false;
  const onData = (chunk: Buffer): void => {
    hasRead = true;
    output(name, chunk);
  };
  stream.on("data", onData);
  stream.on("error", () => {});
  return {
    over: new Promise((resolve) => stream.once("close", resolve)),
    hasRead: () => {
      const was = hasRead;
      hasRead = false;
      return was;
    },
    // Whoever still holds the pipe may go on writing: a closed one would end it. It keeps us from nothing.
    leave: () => {
      stream.off("data", onData);
      stream.resume();
      (stream as Socket).unref?.();
    },
  };
}

/** Settles when all was read. What a left child holds open is listened to only while something comes. */
async function drained(pipes: readonly Pipe[]): Promise<void> {
  const over = Promise.all(pipes.map((pipe) => pipe.over)).then(() => true);
  const deadline = performance.now() + longestListeningMs;
  while (performance.now() < deadline) {
    for (const pipe of pipes) pipe.hasRead();
    if (await within(silenceMs, over)) return;
    // Timers run before pipes are read: whoever was busy has not heard yet.
    await setImmediate();
    if (!pipes.map((pipe) => pipe.hasRead()).includes(true)) return;
  }
}

/** The value, or undefined when it takes longer. */
async function within<T>(ms: number, value: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  const first = await Promise.race([value, late]);
  clearTimeout(timer);
  return first;
}
