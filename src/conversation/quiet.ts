/** An agent that goes on by itself after a turn does so within milliseconds. */
const quietMs = 2000;

interface QuietParts {
  /** Is anything in doubt that quiet would settle? */
  readonly inDoubt: () => boolean;
  /** False while the agent could not be heard: the reading is stopped, or the agent waits for us. */
  readonly listens: () => boolean;
  /** It has been quiet for long enough. */
  readonly resolve: () => void;
}

/** Waits, while something is in doubt, until the agent has said nothing for a while. */
export class Quiet {
  readonly #parts: QuietParts;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: QuietParts) {
    this.#parts = parts;
  }

  /** Call after everything that was read: the silence begins anew. */
  heard(): void {
    this.stop();
    if (this.#parts.inDoubt()) this.#timer = setTimeout(() => this.#elapsed(), quietMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Where this process was held up itself, what the agent said meanwhile is read before the immediate runs. */
  #elapsed(): void {
    const timer = this.#timer;
    setImmediate(() => {
      if (timer !== this.#timer) return;
      if (this.#parts.inDoubt() && this.#parts.listens()) this.#parts.resolve();
      this.heard();
    });
  }
}
