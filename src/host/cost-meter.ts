/** Turns the agent's running sum into what each turn cost. */
export class CostMeter {
  #total: number | undefined;
  readonly #resumed: boolean;

  constructor(resumed: boolean) {
    this.#resumed = resumed;
  }

  /** What this turn cost; undefined where it cannot be told. A sum that fell was started anew by the agent. */
  turn(total: number | undefined): number | undefined {
    if (total === undefined) return undefined;
    const before = this.#total;
    this.#total = total;
    // The first sum after a resume may hold the earlier run.
    if (before === undefined) return this.#resumed ? undefined : total;
    return total >= before ? total - before : total;
  }

  /** A sum known from elsewhere: that of the session before it was resumed. */
  startFrom(total: number): void {
    this.#total = total;
  }
}
