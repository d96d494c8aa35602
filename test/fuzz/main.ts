// npm run fuzz [-- LINES [SEED]]: a million mutated lines through the decoder, or as many as asked for; then half a minute
// of outputs of agents through the daemon's reading, with kills, against a reader that knows nothing but the whole output; then
// random hooks of settings and restricting flags, in process and with whole agents.
// npm run fuzz -- slow [--minutes M] [--seed S]: calls that take long to decide under a thousand rules.
// npm run fuzz -- shell [--lines N] [--seed S] [--traced] [--zsh PATH]: command lines that are allowed, run by real shells.
// npm run fuzz -- mutants [guard|lattice]: every change of the guard and of the steps of decide() has to be found by a test.
// npm run fuzz -- programs [--lines N] [--seed S]: what is allowed without a rule, run by the real programs under strace.
import { collectGarbage } from "./collect-garbage.ts";
import { runFlags } from "./flag-runs.ts";
import { fuzz } from "./fuzz.ts";
import { fuzzFlags, fuzzUnknownFlags } from "./fuzz-flags.ts";
import { fuzzHooks } from "./fuzz-hooks.ts";
import { runHooks } from "./hook-runs.ts";
import { fuzzReading } from "./reading/fuzz-reading.ts";

if (["shell", "programs", "slow", "mutants"].includes(process.argv[2] ?? "")) {
  const { main } = await import(`./${process.argv[2]}/main.ts`);
  process.exit(main(process.argv.slice(3)));
}
const lines = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
if (!Number.isInteger(lines) || lines < 1 || !Number.isInteger(seed)) {
  console.error(
    "usage: npm run fuzz -- [LINES [SEED]]   (whole numbers), or: npm run fuzz -- shell, programs, slow or mutants",
  );
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
const until = Date.now() + 25_000;
const read = await fuzzReading(seed, () => Date.now() > until, collectGarbage);
console.log(
  `${read.cases} cases of agents' output, ${(read.bytes / 1e6).toFixed(0)} MB, read as by a naive reader through ${read.kills} kills; ${read.longLines} long lines`,
);
console.log(`live heap grew by ${(read.heapGrowthBytes / 1e6).toFixed(1)} MB`);
const decided = await fuzzHooks(5_000, seed);
await runHooks(15, seed);
console.log(`5000 settings with hooks do as the oracle says (${JSON.stringify(decided)}), 15 agents with them, too`);
const { refused, taken } = fuzzFlags(1_000, seed);
fuzzUnknownFlags(5_000, seed);
await runFlags(15, seed);
console.log(
  `1000 command lines (${refused} refused, ${taken} taken), 5000 unknown flags and 15 agents: nothing restricts less together`,
);
process.exit(Math.max(heapGrowthBytes, read.heapGrowthBytes) < 8e6 ? 0 : 1);
