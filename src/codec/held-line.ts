import { RecentBytes } from "./recent-bytes.ts";

const firstBlockBytes = 64 * 1024;
const laterBlockBytes = 1024 * 1024;

/**
 * The beginning of a line whose LF has not come. Bytes are copied into blocks
 * that are joined once, so a long line costs time linear in its length, however
 * small its chunks. Past the cap only its two ends are kept and the rest is counted.
 */
export class HeldLine {
  /** What is kept of a line over the cap. */
  static readonly headBytes = firstBlockBytes;
  static readonly tailBytes = 64 * 1024;

  readonly #maxBytes: number;
  readonly #first = new Uint8Array(firstBlockBytes);
  #later: Uint8Array<ArrayBuffer>[] = [];
  #block = this.#first;
  #filled = 0;
  #bytes = 0;
  #tail: RecentBytes | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The size of the line so far, kept or not. */
  get bytes(): number {
    return this.#bytes;
  }

  add(part: Uint8Array): void {
    if (this.#bytes + part.length > this.#maxBytes) {
      this.#fillHead(part);
      this.#fillTail(part);
      this.#later = [];
      this.#block = this.#first;
    } else {
      this.#copy(part);
    }
    this.#bytes += part.length;
  }

  /** The end of a line over the cap, so far. */
  get tail(): Uint8Array {
    return this.#tail?.bytes ?? new Uint8Array();
  }

  /** What was kept; the line after it starts empty. Valid until the next `add`. */
  take(): Uint8Array {
    const kept = this.#bytes > this.#maxBytes ? this.#first.slice(0, this.#headFilled()) : this.#joined();
    this.#later = [];
    this.#block = this.#first;
    this.#filled = 0;
    this.#bytes = 0;
    this.#tail = undefined;
    return kept;
  }

  /**
   * What was kept, in order, each part with memory of its own that can be handed to another thread; the line after it
   * starts empty.
   */
  takeParts(): Uint8Array<ArrayBuffer>[] {
    if (this.#bytes > this.#maxBytes) return [this.take() as Uint8Array<ArrayBuffer>];
    const last = this.#later.length - 1;
    const later = this.#later.map((block, at) => (at === last ? block.subarray(0, this.#filled) : block));
    const first = this.#first.slice(0, last < 0 ? this.#filled : firstBlockBytes);
    this.#later = [];
    this.#block = this.#first;
    this.#filled = 0;
    this.#bytes = 0;
    this.#tail = undefined;
    return [first, ...later];
  }

  #copy(part: Uint8Array): void {
    let from = 0;
    while (from < part.length) {
      if (this.#filled === this.#block.length) this.#addBlock();
      const piece = part.subarray(from, from + this.#block.length - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.length;
      from += piece.length;
    }
  }

  #addBlock(): void {
    this.#block = new Uint8Array(laterBlockBytes);
    this.#later.push(this.#block);
    this.#filled = 0;
  }

  #fillHead(part: Uint8Array): void {
    const filled = this.#headFilled();
    if (filled < firstBlockBytes) this.#first.set(part.subarray(0, firstBlockBytes - filled), filled);
  }

  #fillTail(part: Uint8Array): void {
    if (this.#tail === undefined) {
      this.#tail = new RecentBytes(HeldLine.tailBytes);
      const [before = this.#first, last = this.#block] = [this.#first, ...this.#later].slice(-2);
      if (before !== last) this.#tail.add(before);
      this.#tail.add(last.subarray(0, this.#filled));
    }
    this.#tail.add(part);
  }

  #headFilled(): number {
    return Math.min(this.#bytes, firstBlockBytes);
  }

  #joined(): Uint8Array {
    if (this.#later.length === 0) return this.#first.subarray(0, this.#filled);
    const whole = new Uint8Array(this.#bytes);
    whole.set(this.#first);
    let at = firstBlockBytes;
    for (const block of this.#later) {
      whole.set(block.subarray(0, this.#bytes - at), at);
      at += block.length;
    }
    return whole;
  }
}
