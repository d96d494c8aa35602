// The thread that reads long lines, so that the loop need not.
import { parentPort } from "node:worker_threads";
import { readLongLine, unreadLongLine } from "../../codec/read-long-line.ts";
import type { LongLineAnswer, LongLineJob } from "./long-lines.ts";

parentPort?.on("message", ({ parts, maxPayloadBytes, isSkipped }: LongLineJob) => {
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  // First what takes no memory: if this thread dies of the rest, that is known.
  answer({ kind: "costly", frame: unreadLongLine("too_costly", bytes, parts) });
  if (!isSkipped) answer({ kind: "read", frame: readLongLine(joined(parts, bytes), maxPayloadBytes) });
});

function answer(message: LongLineAnswer): void {
  parentPort?.postMessage(message);
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  const line = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    line.set(part, at);
    at += part.length;
  }
  return line;
}
