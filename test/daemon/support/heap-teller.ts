// Loaded into a daemon by --import, with --expose-gc: at SIGUSR2 it writes how many bytes are alive into BRIDLE_TEST_HEAP.
import { renameSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

process.on("SIGUSR2", () => void tell());

async function tell(): Promise<void> {
  // Buffers are let go by a second collection, once what pointed to them was finalized.
  for (let n = 0; n < 3; n++) {
    (globalThis as { gc?: () => void }).gc?.();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  const file = process.env.BRIDLE_TEST_HEAP ?? "";
  writeFileSync(`${file}.new`, String(heapUsed + external));
  renameSync(`${file}.new`, file);
}
