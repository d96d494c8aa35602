/** The first of many in an order, however many there are: only so many are held. */
export class Best<T> {
  readonly #capacity: number;
  readonly #compare: (a: T, b: T) => number;
  #held: T[] = [];
  #seen = 0;

  constructor(capacity: number, compare: (a: T, b: T) => number) {
    this.#capacity = capacity;
    this.#compare = compare;
  }

  /** How many there were. */
  get seen(): number {
    return this.#seen;
  }

  add(value: T): void {
    this.#seen += 1;
    this.#held.push(value);
    if (this.#held.length >= 2 * this.#capacity + 1_000) this.#trim();
  }

  list(): readonly T[] {
    this.#trim();
    return this.#held;
  }

  #trim(): void {
    this.#held = this.#held.sort(this.#compare).slice(0, this.#capacity);
  }
}
