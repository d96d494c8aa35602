// Loaded into a daemon by --import, with --expose-gc: at SIGUSR2 it writes how many bytes are alive into BRIDLE_TEST_HEAP.
import { renameSync, writeFileSync } from "node:fs";

process.on("SIGUSR2", () => {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const file = process.env.BRIDLE_TEST_HEAP ?? "";
  writeFileSync(`${file}.new`, String(heapUsed + external));
  renameSync(`${file}.new`, file);
});
