/** So long at once, so that a frame in between is drawn. */
const sliceMs = 8;
const atOnce = 32;

/** Works through what comes in, in order and in slices, whatever comes at once. */
export class Slices<T> {
  readonly #work: (items: readonly T[]) => void;
  #waiting: T[] = [];
  #isScheduled = false;

  constructor(work: (items: readonly T[]) => void) {
    this.#work = work;
  }

  push(items: readonly T[]): void {
    for (const item of items) this.#waiting.push(item);
    if (!this.#isScheduled) this.#slice();
  }

  clear(): void {
    this.#waiting = [];
  }

  #slice(): void {
    this.#isScheduled = false;
    const until = performance.now() + sliceMs;
    let done = 0;
    while (done < this.#waiting.length && performance.now() < until) {
      this.#work(this.#waiting.slice(done, done + atOnce));
      done += atOnce;
    }
    this.#waiting = this.#waiting.slice(done);
    if (this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setTimeout(() => this.#slice());
  }
}
