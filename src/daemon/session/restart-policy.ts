export interface RestartLimits {
  readonly firstMs: number;
  readonly maxMs: number;
  /** At most so many restarts … */
  readonly limit: number;
  /** … within this time. */
  readonly windowMs: number;
}

/** How long to wait before an agent that ended by itself is started again. */
export class RestartPolicy {
  readonly #limits: RestartLimits;
  #crashes: number[] = [];

  constructor(limits: RestartLimits) {
    this.#limits = limits;
  }

  /** Undefined: it ended too often, leave it. */
  delayMs(now: number): number | undefined {
    const { firstMs, maxMs, limit, windowMs } = this.#limits;
    // A clock that was set back must not make old crashes new for ever.
    this.#crashes = this.#crashes.filter((at) => at <= now && now - at < windowMs);
    this.#crashes.push(now);
    if (this.#crashes.length > limit) return undefined;
    return Math.min(maxMs, firstMs * 2 ** (this.#crashes.length - 1));
  }

  /** A person wants it again. */
  forgive(): void {
    this.#crashes = [];
  }
}
