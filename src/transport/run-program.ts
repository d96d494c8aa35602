import { spawn } from "node:child_process";
import { BridleError } from "../errors.ts";
import { sendSignal } from "./send-signal.ts";

interface ProgramRun {
  /** An absolute path. */
  readonly executable: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Of its output. One that says more is ended. */
  readonly maxBytes: number;
  /** What it reads; without it there is nothing to read. */
  readonly input?: string;
  /** It is ended when this aborts, as if by a signal. */
  readonly signal?: AbortSignal;
}

export interface ProgramResult {
  /** Null: it was ended by a signal. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  /** Its beginning. */
  readonly stderr: string;
  /** It had more to say than `maxBytes`: `stdout` is the beginning. */
  readonly isCut: boolean;
}

const maxStderrBytes = 8 * 1024;

/**
 * Runs a program to its end, without a shell. Rejects with `timeout`, or `not_found` where it cannot be started. Whatever
 * it started in its process group is ended with it.
 */
export function runProgram(run: ProgramRun): Promise<ProgramResult> {
  const { executable, args, cwd, env, timeoutMs, maxBytes, input, signal } = run;
  const { promise, resolve, reject } = Promise.withResolvers<ProgramResult>();
  const child = spawn(executable, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
  const kill = (): void => {
    if (child.pid !== undefined) sendSignal(-child.pid, "SIGKILL");
  };
  // It need not read it.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  if (signal?.aborted) kill();
  signal?.addEventListener("abort", kill, { once: true });
  const chunks: Buffer[] = [];
  let length = 0;
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    if (length > maxBytes) return;
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) kill();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (stderr.length < maxStderrBytes) stderr += text.slice(0, maxStderrBytes);
  });
  const timer = setTimeout(() => {
    kill();
    const waitingFor = `${executable} ${args[0] ?? ""}`;
    reject(
      new BridleError("timeout", `${waitingFor} took longer than ${timeoutMs} ms`, { waitingFor, afterMs: timeoutMs }),
    );
  }, timeoutMs);
  child.once("error", (error) => {
    reject(
      new BridleError("not_found", `cannot start ${executable}: ${error.message}`, { what: "program", id: executable }),
    );
  });
  // What it left running may hold the pipes; its own end is enough.
  child.once("exit", () => {
    setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, 1000).unref();
  });
  child.once("close", (exitCode) => {
    const isCut = length > maxBytes;
    resolve({ exitCode, stdout: Buffer.concat(chunks).subarray(0, maxBytes), stderr, isCut });
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
    kill();
  });
}
