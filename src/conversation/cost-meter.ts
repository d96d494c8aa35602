import { isFields, number } from "../wire/fields.ts";

/** Turns the agent's running sum into what each turn cost. */
export class CostMeter {
  #total: number | undefined;
  readonly #resumed: boolean;

  /** `total`: the sum so far, of a meter that was stored. */
  constructor(resumed: boolean, total?: number) {
    this.#resumed = resumed;
    this.#total = total;
  }

  get total(): number | undefined {
    return this.#total;
  }

  /**
   * What this turn cost; undefined where it cannot be told. A sum that fell was
   * started anew by the agent. Newer agents say what each model cost since the last result.
   */
  turn(total: number | undefined, modelsSinceLast?: unknown): number | undefined {
    const before = this.#total;
    this.#total = total ?? before;
    if (isFields(modelsSinceLast)) return costOf(Object.values(modelsSinceLast));
    if (total === undefined) return undefined;
    // The first sum after a resume may hold the earlier run.
    if (before === undefined) return this.#resumed ? undefined : total;
    return total >= before ? total - before : total;
  }
}

function costOf(models: readonly unknown[]): number {
  return models.reduce<number>((sum, model) => sum + ((isFields(model) ? number(model.costUSD) : undefined) ?? 0), 0);
}
