import type { PlantedFault } from "./planted-fault.ts";
import { runSeed, runSteps } from "./run-seed.ts";
import { shrink } from "./shrink.ts";

/** Why a seed fails, with as few steps as are needed for it; undefined: it does not fail. */
export function storyOf(seed: number, fault?: PlantedFault): string | undefined {
  const { failure, steps } = runSeed(seed, fault);
  if (failure === undefined) return undefined;
  const lines: string[] = [`seed ${seed}: ${failure.message}`];
  const needed = shrink(seed, steps, failure.rule, fault);
  lines.push(`${needed.length} of its ${steps.length} steps are needed:`);
  const again = runSteps(seed, needed, fault, (line) => void lines.push(line));
  lines.push(again.failure?.message ?? "it does not fail again");
  return lines.join("\n");
}
