// npm run fuzz [-- LINES [SEED]]: a million mutated lines through the decoder, or as many as asked for.
import { collectGarbage } from "./collect-garbage.ts";
import { fuzz } from "./fuzz.ts";

const lines = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
if (!Number.isInteger(lines) || lines < 1 || !Number.isInteger(seed)) {
  console.error("usage: npm run fuzz -- [LINES [SEED]]   (whole numbers)");
  process.exit(2);
}
console.log(`seed ${seed}`);
const started = performance.now();
const { mutated, untouched, bytes, heapGrowthBytes } = fuzz(lines, seed, collectGarbage);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `${mutated} mutated lines, ${untouched} untouched ones all delivered in their place, ${(bytes / 1e6).toFixed(0)} MB in ${seconds} s`,
);
console.log(`live heap grew by ${(heapGrowthBytes / 1e6).toFixed(1)} MB`);
process.exit(heapGrowthBytes < 8e6 ? 0 : 1);
