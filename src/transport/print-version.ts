import { spawn } from "node:child_process";
import { BridleError } from "../errors.ts";

const maxOutputBytes = 64 * 1024;

/**
 * What `executable --version` prints. It gets 10 s: old CLIs take two on a busy
 * machine. Rejects with `timeout`, `closed` (it failed) or `agent_not_found`.
 */
export function printVersion(executable: string, timeoutMs = 10_000, env = process.env): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const waitingFor = `${executable} --version`;
  const child = spawn(executable, ["--version"], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
    env: cleanEnvironment(env),
  });
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    if (output.length < maxOutputBytes) output += text;
  });
  const timer = setTimeout(() => {
    reject(new BridleError("timeout", `did not answer within ${timeoutMs} ms`, { waitingFor, afterMs: timeoutMs }));
    endGroup(child.pid);
  }, timeoutMs);
  child.once("error", (error) => {
    reject(new BridleError("agent_not_found", `cannot start ${executable}: ${error.message}`, { executable }));
  });
  child.once("close", (exitCode, signal) => {
    clearTimeout(timer);
    if (exitCode === 0) resolve(output);
    else reject(new BridleError("closed", `failed with ${signal ?? exitCode}`, { exitCode, signal, stderr: "" }));
  });
  // What it started may hold the pipe; its own end is enough.
  child.once("exit", () => setTimeout(() => child.stdout?.destroy(), 100).unref());
  return promise.finally(() => clearTimeout(timer));
}

/** The group, so that nothing it started stays behind. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}

/** An agent started inside another agent behaves otherwise. */
function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^CLAUDECODE$|^CLAUDE_CODE_/.test(name)));
}
