// The thread that reads long lines, so that the loop need not.
import { parentPort } from "node:worker_threads";
import { readLongLine } from "../../codec/read-long-line.ts";
import type { LongLineJob } from "./long-lines.ts";

parentPort?.on("message", ({ parts, maxPayloadBytes }: LongLineJob) => {
  const line = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    line.set(part, at);
    at += part.length;
  }
  parentPort?.postMessage(readLongLine(line, maxPayloadBytes));
});
