import type { PlantedFault } from "./planted-fault.ts";
import { runSteps } from "./run-seed.ts";
import type { Step } from "./step.ts";

/** The steps that are needed for the same rule to be broken: parts are left out while it still is. */
export function shrink(seed: number, steps: readonly Step[], rule: string, fault?: PlantedFault): readonly Step[] {
  let left = steps;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < left.length; ) {
      const without = [...left.slice(0, from), ...left.slice(from + size)];
      if (runSteps(seed, without, fault).failure?.rule === rule) left = without;
      else from += size;
    }
  }
  return left;
}
