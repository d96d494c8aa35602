/** The last `maxBytes` of what was pushed. */
export class ByteTail {
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #cut = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk.slice(-this.#maxBytes));
    this.#bytes += Math.min(chunk.length, this.#maxBytes);
    this.#cut ||= this.#bytes > this.#maxBytes || chunk.length > this.#maxBytes;
    while (this.#bytes - (this.#chunks[0]?.length ?? 0) >= this.#maxBytes)
      this.#bytes -= this.#chunks.shift()?.length ?? 0;
  }

  /** Whole lines where something was cut off, so that no half secret is taken for a word. */
  toString(): string {
    const tail = Buffer.concat(this.#chunks).subarray(-this.#maxBytes).toString("utf8");
    return this.#cut ? tail.slice(tail.indexOf("\n") + 1) : tail;
  }
}
