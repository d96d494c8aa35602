import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import type { Grandchild } from "./fault.ts";
import type { TwinBody } from "./twin-body.ts";

/** This process as a twin's body. */
export const processBody: TwinBody = {
  exit: ({ code = 1, signal }) => {
    if (signal === undefined) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  },
  writeStderr,
  ignoreSigterm: () => {
    process.removeAllListeners("SIGTERM");
    process.on("SIGTERM", () => {});
  },
  startGrandchild,
  stayAlive: () => void setInterval(() => {}, 60_000),
};

/** All of it, before anything else is done: Node's own stream would keep what a full pipe does not take. */
function writeStderr(text: string): void {
  for (let bytes: Uint8Array = Buffer.from(text); bytes.length > 0; ) {
    try {
      bytes = bytes.subarray(writeSync(2, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function startGrandchild({ holdsOutput, ignoresSigterm, ownSession }: Grandchild): void {
  const output = holdsOutput ? "inherit" : "ignore";
  const trap = ignoresSigterm ? "trap '' TERM; " : "";
  // `wait` again: a shell that ignores the signal outlives a sleep that does not.
  spawn("sh", ["-c", `${trap}sleep 600 & wait; wait`], {
    stdio: ["ignore", output, output],
    detached: ownSession === true,
  }).unref();
}
