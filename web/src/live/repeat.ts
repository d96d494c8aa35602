interface RepeatParts {
  /** One look; rejects when it failed. */
  readonly look: () => Promise<void>;
  /** Resolves when it is worth trying again. */
  readonly pause: (failures: number) => Promise<void>;
}

/** Looks at something again whenever that is wanted: one look at a time, and again until it did not fail. */
export class Repeat {
  readonly #parts: RepeatParts;
  #state: "idle" | "looking" | "wanted" = "idle";
  #endPause: () => void = () => {};

  constructor(parts: RepeatParts) {
    this.#parts = parts;
  }

  /** However often it is wanted during a look, one more is enough. It ends a pause. */
  want(): void {
    const isIdle = this.#state === "idle";
    this.#state = "wanted";
    this.#endPause();
    if (isIdle) void this.#run();
  }

  async #run(): Promise<void> {
    for (let failures = 0; this.#state === "wanted"; ) {
      this.#state = "looking";
      try {
        await this.#parts.look();
        failures = 0;
      } catch {
        failures += 1;
        if (this.#state === "looking") await this.#pause(failures);
        this.#state = "wanted";
      }
    }
    this.#state = "idle";
  }

  async #pause(failures: number): Promise<void> {
    const wanted = new Promise<void>((resolve) => {
      this.#endPause = resolve;
    });
    await Promise.race([wanted, this.#parts.pause(failures)]);
  }
}

const firstMs = 500;
const mostMs = 30_000;

/** Twice as long after each failure. */
export function pauseAfter(failures: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(mostMs, firstMs * 2 ** (failures - 1))));
}
