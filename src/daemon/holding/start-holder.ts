import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Readable } from "node:stream";
import { BridleError } from "../../errors.ts";

export interface HolderStart {
  /** Executable and file, both absolute. */
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  readonly spoolFolder: string;
  readonly graceMs: number;
  /** For what the runtime says when it crashes. Default: nowhere. */
  readonly logFile: string | undefined;
  readonly timeoutMs: number;
}

/**
 * Starts a holder in a session of its own and resolves once it listens, or once
 * another one turned out to. It gets no environment but the path, so that no
 * secret stays in a process that lives for long, and no mark of an agent.
 */
export async function startHolder(start: HolderStart): Promise<void> {
  const { folder, spoolFolder, graceMs, timeoutMs } = start;
  const [executable, ...args] = start.command;
  const log = start.logFile === undefined ? undefined : openSync(start.logFile, "a", 0o600);
  const options = ["--folder", folder, "--spool-folder", spoolFolder, "--grace-ms", String(graceMs), "--tell-ready"];
  const child = spawn(executable, [...args, ...options], {
    cwd: "/",
    detached: true,
    env: { PATH: process.env.PATH ?? "" },
    stdio: ["ignore", "ignore", log ?? "ignore", "pipe"],
  });
  if (log !== undefined) closeSync(log);
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  try {
    const line = await Promise.race([failed, firstLine(child.stdio[3] as Readable, timeoutMs)]);
    const { code, message } = readReport(line);
    if (message !== undefined && code !== "already_running") throw cannotStart(folder, message);
  } catch (error) {
    // One that is not ready in time must not come up behind our back.
    child.kill("SIGKILL");
    throw error;
  } finally {
    child.stdio[3]?.destroy();
    child.unref();
  }
}

function readReport(line: string): { code?: string; message?: string } {
  try {
    return JSON.parse(line);
  } catch {
    return { message: "it ended before it was ready; its log may say why" };
  }
}

function cannotStart(folder: string, reason: string): BridleError {
  return new BridleError("invalid_option", `the holder cannot be started: ${reason}`, {
    option: "folder",
    allowed: "a folder the holder can work in",
    found: folder,
  });
}

/** Up to the first LF or the end. */
function firstLine(pipe: Readable, timeoutMs: number): Promise<string> {
  const waitingFor = "the holder to be ready";
  const late = new BridleError("timeout", `the holder was not ready within ${timeoutMs} ms`, {
    waitingFor,
    afterMs: timeoutMs,
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(reject, timeoutMs, late);
  let text = "";
  pipe.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    if (text.includes("\n")) resolve(text);
  });
  pipe.once("close", () => resolve(text));
  pipe.on("error", () => resolve(text));
  return promise.finally(() => clearTimeout(timer));
}
