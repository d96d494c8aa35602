/** How many may be open at once; the oldest is forgotten for another one. */
const maxOpen = 100;

/** Things that are good once and for some minutes. In memory alone: a restart forgets them. */
export class OneUse<T> {
  readonly #lifeMs: number;
  readonly #nowMs: () => number;
  /** The oldest first. */
  readonly #open = new Map<string, { readonly value: T; readonly untilMs: number }>();

  constructor(lifeMs: number, nowMs: () => number = Date.now) {
    this.#lifeMs = lifeMs;
    this.#nowMs = nowMs;
  }

  /** Gives the time until which it is good. */
  add(key: string, value: T): number {
    const [oldest] = this.#open.keys();
    if (this.#open.size >= maxOpen && oldest !== undefined) this.#open.delete(oldest);
    const untilMs = this.#nowMs() + this.#lifeMs;
    this.#open.set(key, { value, untilMs });
    return untilMs;
  }

  /** Undefined: there is none, or no longer. */
  look(key: string): T | undefined {
    const found = this.#open.get(key);
    return found !== undefined && found.untilMs > this.#nowMs() ? found.value : undefined;
  }

  /** The same, for the last time. */
  take(key: string): T | undefined {
    const value = this.look(key);
    this.#open.delete(key);
    return value;
  }
}
