import type { ChosenStep } from "./choose-step.ts";
import type { Step } from "./script.ts";

/** Counts how often each fault was met: one with `times` comes no more often than that. */
export class Faults {
  readonly #met = new Map<string, number>();

  /** The step without a fault that was already met as often as it should be. */
  leftIn({ step, key }: ChosenStep): Step {
    const { error, cut, ...rest } = step;
    if (error?.times === undefined && cut?.times === undefined) return step;
    const met = (this.#met.get(key) ?? 0) + 1;
    this.#met.set(key, met);
    const isLeft = (fault: { times?: number }): boolean => fault.times === undefined || met <= fault.times;
    return {
      ...rest,
      ...(error !== undefined && isLeft(error) && { error }),
      ...(cut !== undefined && isLeft(cut) && { cut }),
    };
  }
}
