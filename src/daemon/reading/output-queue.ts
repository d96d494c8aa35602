/** Output of one agent that waits for its turn, in order. Bounded by what the holder sends before it is acknowledged. */
export class OutputQueue {
  #parts: Uint8Array[] = [];
  /** Of the first part that is left. */
  #first = 0;
  #taken = 0;
  /** Place of the next byte in the agent's whole output. */
  #at = 0;

  get isEmpty(): boolean {
    return this.#first === this.#parts.length;
  }

  get at(): number {
    return this.#at;
  }

  /** The bytes are copied. */
  push(at: number, bytes: Uint8Array): void {
    if (this.isEmpty) this.#at = at;
    // Not `slice`: a Buffer's is no copy.
    this.#parts.push(new Uint8Array(bytes));
  }

  /** What comes next, or its beginning. */
  peek(): Uint8Array {
    return this.#parts[this.#first]?.subarray(this.#taken) ?? nothing;
  }

  drop(bytes: number): void {
    this.#at += bytes;
    this.#taken += bytes;
    if (this.#taken < (this.#parts[this.#first]?.length ?? 0)) return;
    this.#taken = 0;
    this.#first += 1;
    // Now and then, so that a long queue costs time linear in its length.
    if (this.#first * 2 < this.#parts.length) return;
    this.#parts.splice(0, this.#first);
    this.#first = 0;
  }

  clear(): void {
    this.#parts = [];
    this.#first = 0;
    this.#taken = 0;
  }
}

const nothing = new Uint8Array(0);
