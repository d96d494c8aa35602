import { isFields, number } from "../wire/fields.ts";

/** What a cost meter knows, as plain data that can be stored. */
interface CostMeterState {
  /** The conversation was resumed: the agent's first sum may hold the earlier run. */
  readonly resumed: boolean;
  /** The sum so far, of the agent's process. */
  readonly totalCostUsd?: number | undefined;
}

/** Turns the agent's running sum into what each turn cost. */
export class CostMeter {
  readonly #resumed: boolean;
  #total: number | undefined;

  constructor({ resumed, totalCostUsd }: CostMeterState) {
    this.#resumed = resumed;
    this.#total = totalCostUsd;
  }

  get state(): CostMeterState {
    return { resumed: this.#resumed, totalCostUsd: this.#total };
  }

  /**
   * What this turn cost; undefined where it is not known. A sum that fell was
   * started anew by the agent. Newer agents say what each model cost since the last result.
   */
  turn(total: number | undefined, modelsSinceLast?: unknown): number | undefined {
    const before = this.#total;
    this.#total = total ?? before;
    if (isFields(modelsSinceLast)) return costOf(Object.values(modelsSinceLast));
    if (total === undefined) return undefined;
    if (before === undefined) return this.#resumed ? undefined : total;
    return total >= before ? total - before : total;
  }
}

function costOf(models: readonly unknown[]): number {
  return models.reduce<number>((sum, model) => sum + ((isFields(model) ? number(model.costUSD) : undefined) ?? 0), 0);
}
