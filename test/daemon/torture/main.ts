// npm run torture [-- --rounds 100] [--seed N] [--json]: kills a daemon, its agents and its holder at random moments under load.
import { parseArgs } from "node:util";
import { torture } from "./torture.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    "holder-rounds": { type: "string" },
    sessions: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    json: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const holderRounds = Number(values["holder-rounds"] ?? Math.ceil(rounds / 5));
const [seed, sessions] = [Number(values.seed), Number(values.sessions)];
if (![rounds, holderRounds, seed, sessions].every((value) => Number.isInteger(value) && value >= 0)) {
  process.stderr.write(
    "usage: npm run torture -- [--rounds N] [--holder-rounds N] [--sessions N] [--seed N] [--json]\n",
  );
  process.exit(2);
}
const told = (line: string): void => void process.stderr.write(`${line}\n`);
if (!values.json) told(`seed ${seed}`);
const report = await torture({ rounds, holderRounds, seed, sessions, ...(!values.json && { told }) });
process.stdout.write(`${JSON.stringify(report, undefined, values.json ? undefined : 2)}\n`);
const { problems, gaps, duplicates, changed, orphans } = report;
process.exitCode = problems.length + gaps + duplicates + changed + orphans === 0 ? 0 : 1;
