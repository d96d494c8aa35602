import { spawn } from "node:child_process";
import { fstatSync } from "node:fs";

/**
 * Calls when nobody reads stdout any more (`| head`): who writes nothing would never learn it. Node cannot poll a pipe that
 * it only writes to; GNU tail does, and ends by SIGPIPE. Where there is another tail or none, the next write tells.
 */
export function onReaderGone(gone: () => void): Disposable {
  if (!isPipe()) return { [Symbol.dispose]: () => {} };
  const args = ["--follow", `--pid=${process.pid}`, "/dev/null"];
  const watch = spawn("tail", args, { stdio: ["ignore", "inherit", "ignore"] });
  watch.unref();
  watch.once("error", () => {});
  watch.once("exit", (_code, signal) => {
    if (signal === "SIGPIPE") gone();
  });
  return { [Symbol.dispose]: () => void watch.kill() };
}

function isPipe(): boolean {
  try {
    return fstatSync(1).isFIFO();
  } catch {
    return false;
  }
}
