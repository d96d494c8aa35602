/** Room that is kept for the next items; more than this is given back when the queue is empty. */
const keptCapacity = 1024;
/** Below this, what was taken is not worth moving the rest for. */
const compactAfter = 4096;

/** A queue whose first item costs the same to take however many wait. A steady flow allocates nothing. */
export class Fifo<T> {
  #items: (T | undefined)[] = [];
  #head = 0;
  #tail = 0;

  get length(): number {
    return this.#tail - this.#head;
  }

  push(item: T): void {
    if (this.#tail === this.#items.length) this.#items.push(item);
    else this.#items[this.#tail] = item;
    this.#tail++;
  }

  shift(): T | undefined {
    if (this.#head === this.#tail) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.#head === this.#tail) {
      this.#head = 0;
      this.#tail = 0;
      if (this.#items.length > keptCapacity) this.#items = [];
    } else if (this.#head > compactAfter && this.#head * 2 > this.#tail) {
      this.#items = this.#items.slice(this.#head, this.#tail);
      this.#tail -= this.#head;
      this.#head = 0;
    }
    return item;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
    this.#tail = 0;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let at = this.#head; at < this.#tail; at++) yield this.#items[at] as T;
  }
}
