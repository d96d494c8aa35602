import { Random } from "../fuzz/random.ts";
import type { PlantedFault } from "./planted-fault.ts";
import { settle } from "./settle.ts";
import { randomStep, type Step, take } from "./step.ts";
import { stepText, type Tell } from "./story.ts";
import { System, type SystemOptions } from "./system.ts";
import { Violation } from "./violation.ts";

export interface Run {
  readonly steps: readonly Step[];
  readonly crashes: number;
  readonly failure: Violation | undefined;
}

/** A random walk from a seed, then peace; everything is checked all along. */
export function runSeed(seed: number, fault?: PlantedFault): Run {
  const random = new Random(seed ^ 0x5eed);
  const length = 30 + random.below(120);
  const steps: Step[] = [];
  return attempt({ seed, fault }, steps, (system) => {
    for (let n = 0; n < length; n += 1) {
      const step = randomStep(system, random);
      steps.push(step);
      take(system, step);
    }
  });
}

/** The same again, or a part of it. */
export function runSteps(seed: number, steps: readonly Step[], fault?: PlantedFault, tell?: Tell): Run {
  return attempt({ seed, fault, tell }, steps, (system) => {
    for (const [n, step] of steps.entries()) {
      tell?.(stepText(step, n));
      take(system, step);
    }
    tell?.("the faults are over");
  });
}

function attempt(options: SystemOptions, steps: readonly Step[], walk: (system: System) => void): Run {
  const system = new System(options);
  try {
    walk(system);
    settle(system);
    return { steps, crashes: system.crashes, failure: undefined };
  } catch (error) {
    const failure = error instanceof Violation ? error : new Violation("the core does not throw", describe(error));
    return { steps, crashes: system.crashes, failure };
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
