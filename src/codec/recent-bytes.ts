/** The last bytes of what was added, in a ring: each is copied once. */
export class RecentBytes {
  readonly #ring: Uint8Array;
  #added = 0;

  constructor(capacity: number) {
    this.#ring = new Uint8Array(capacity);
  }

  add(part: Uint8Array): void {
    const { length } = this.#ring;
    const last = part.subarray(-length);
    this.#added += part.length - last.length;
    const at = this.#added % length;
    const fits = last.subarray(0, length - at);
    this.#ring.set(fits, at);
    this.#ring.set(last.subarray(fits.length), 0);
    this.#added += last.length;
  }

  get bytes(): Uint8Array {
    const { length } = this.#ring;
    if (this.#added < length) return this.#ring.slice(0, this.#added);
    const at = this.#added % length;
    const bytes = new Uint8Array(length);
    bytes.set(this.#ring.subarray(at));
    bytes.set(this.#ring.subarray(0, at), length - at);
    return bytes;
  }
}
