import type { PlantedFault } from "./planted-fault.ts";
import { runSeed } from "./run-seed.ts";

export interface SeedRange {
  readonly from: number;
  readonly count: number;
  readonly fault?: PlantedFault | undefined;
}

export interface SeedsRun {
  /** How many were run. */
  readonly seeds: number;
  readonly crashes: number;
  /** The first seed that failed; undefined: none. */
  readonly failed: number | undefined;
}

/** Seeds one after the other, up to the first that fails. */
export function runSeeds({ from, count, fault }: SeedRange): SeedsRun {
  let crashes = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const run = runSeed(seed, fault);
    crashes += run.crashes;
    if (run.failure !== undefined) return { seeds: seed - from + 1, crashes, failed: seed };
  }
  return { seeds: count, crashes, failed: undefined };
}
