// npm run simulate -- [--seeds N] [--from S] [--crashes N]: whole systems on a virtual clock, with a crash at every step that a
// seed chooses; everything that has to hold is checked all along. Ends with the first seed that fails, and its story.
// npm run simulate -- --seed S --story: the story of one seed again.
// --fault NAME: with a fault that is built in on purpose; see planted-fault.ts.
import { parseArgs } from "node:util";
import { type PlantedFault, plantedFaults } from "./planted-fault.ts";
import { runOnCores } from "./run-on-cores.ts";
import { storyOf } from "./tell-story.ts";

const usage =
  "usage: npm run simulate -- [--seeds N] [--from S] [--crashes N], or: npm run simulate -- --seed S --story [--fault NAME]";

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    from: { type: "string", default: "1" },
    crashes: { type: "string" },
    seed: { type: "string" },
    story: { type: "boolean", default: false },
    fault: { type: "string" },
  },
});
process.exitCode = values.seed === undefined ? await runMany() : tellOne(Number(values.seed));

function tellOne(seed: number): number {
  const fault = values.fault as PlantedFault | undefined;
  if (!Number.isInteger(seed) || (fault !== undefined && !plantedFaults.includes(fault))) return misused();
  const story = storyOf(seed, fault);
  if (story === undefined) console.log(`seed ${seed}: all holds`);
  else console.log(values.story ? story : story.slice(0, story.indexOf("\n")));
  return story === undefined ? 0 : 1;
}

async function runMany(): Promise<number> {
  const from = Number(values.from);
  const crashes = Number(values.crashes ?? Number.POSITIVE_INFINITY);
  const seeds = Number(values.seeds ?? (values.crashes === undefined ? 10_000 : Number.MAX_SAFE_INTEGER));
  if (![from, seeds].every(Number.isInteger) || !(crashes > 0) || seeds < 1) return misused();
  const begun = performance.now();
  const done = await runOnCores({ from, seeds, crashes });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${done.seeds} seeds from ${from}, ${done.crashes} crash points, ${seconds} s`);
  if (done.failed === undefined) return 0;
  console.log(storyOf(done.failed));
  console.log(`again: npm run simulate -- --seed ${done.failed} --story`);
  return 1;
}

function misused(): number {
  console.error(usage);
  return 2;
}
