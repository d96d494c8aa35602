/**
 * Many async sources as one, in the order in which they have something. At most
 * one item of each is held, and a source is asked for the next only after its
 * last one was taken: who has much to say gets no more than its turn.
 */
export class Merge<T> {
  readonly #sources = new Map<string, AsyncIterator<T>>();
  readonly #ready: Ready<T>[] = [];
  #wake: (() => void) | undefined;

  /** The source ends by its own means (a signal); `remove` only stops listening to it. */
  add(key: string, source: AsyncIterable<T>): void {
    const iterator = source[Symbol.asyncIterator]();
    this.#sources.set(key, iterator);
    this.#pull(key, iterator);
  }

  has(key: string): boolean {
    return this.#sources.has(key);
  }

  get size(): number {
    return this.#sources.size;
  }

  remove(key: string): void {
    this.#sources.delete(key);
  }

  /** Ends when the signal aborts, or with the last source if `untilEmpty`. Throws what a source throws. */
  async *items(signal: AbortSignal, untilEmpty = false): AsyncGenerator<T, void, undefined> {
    const wake = (): void => this.#wake?.();
    signal.addEventListener("abort", wake, { once: true });
    try {
      while (!signal.aborted && !(untilEmpty && this.#sources.size === 0)) {
        const ready = this.#ready.shift();
        if (ready === undefined) await this.#something();
        else if (this.#sources.get(ready.key) === ready.iterator) yield* this.#take(ready);
      }
    } finally {
      signal.removeEventListener("abort", wake);
    }
  }

  *#take({ key, iterator, outcome }: Ready<T>): Generator<T, void, undefined> {
    if ("error" in outcome) throw outcome.error;
    if (outcome.done) {
      this.#sources.delete(key);
      return;
    }
    yield outcome.value;
    if (this.#sources.get(key) === iterator) this.#pull(key, iterator);
  }

  #pull(key: string, iterator: AsyncIterator<T>): void {
    const settle = (outcome: Outcome<T>): void => {
      this.#ready.push({ key, iterator, outcome });
      this.#wake?.();
    };
    iterator.next().then(
      ({ done, value }) => settle(done ? { done: true } : { done: false, value }),
      (error: unknown) => settle({ error }),
    );
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }
}

interface Ready<T> {
  readonly key: string;
  readonly iterator: AsyncIterator<T>;
  readonly outcome: Outcome<T>;
}

type Outcome<T> = { readonly done: true } | { readonly done: false; readonly value: T } | { readonly error: unknown };
