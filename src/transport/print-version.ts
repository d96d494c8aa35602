import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { BridleError } from "../errors.ts";
import { agentMarkName } from "./agent-mark.ts";
import { killMarked } from "./end-marked.ts";
import { reaper } from "./reaper.ts";
import { sendSignal } from "./send-signal.ts";

const maxOutputBytes = 64 * 1024;

/**
 * What `executable --version` prints. It gets 10 s: old CLIs take two on a busy
 * machine. Rejects with `timeout`, `closed` (it failed) or `agent_not_found`.
 * Nothing of it is left afterwards, nor when this process is killed meanwhile.
 */
export function printVersion(executable: string, timeoutMs = 10_000, env = process.env): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const waitingFor = `${executable} --version`;
  const mark = randomUUID();
  const child = spawn(executable, ["--version"], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
    env: { ...cleanEnvironment(env), [agentMarkName]: mark },
  });
  const done = watched(child.pid, `${agentMarkName}=${mark}`);
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    if (output.length < maxOutputBytes) output += text;
  });
  const timer = setTimeout(() => {
    reject(new BridleError("timeout", `did not answer within ${timeoutMs} ms`, { waitingFor, afterMs: timeoutMs }));
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
  return promise.finally(() => {
    clearTimeout(timer);
    done();
  });
}

/** Known to the reaper until what is given is called, which ends whatever it started. */
function watched(pid: number | undefined, mark: string): () => void {
  if (pid === undefined) return () => {};
  reaper().watch(pid, mark);
  return () => {
    sendSignal(-pid, "SIGKILL");
    killMarked(mark);
    reaper().forget(pid);
  };
}

/** An agent started inside another agent behaves otherwise. */
function cleanEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^CLAUDECODE$|^CLAUDE_CODE_/.test(name)));
}
