const blockBytes = 64 * 1024;
/** Blocks that nobody uses now. More than this is left to the collector. */
const maxFree = 16;
const free: Buffer[] = [];

interface Block {
  readonly buffer: Buffer;
  from: number;
  to: number;
}

/** A stretch of a byte stream in memory: grows at its end, is let go from its start. Blocks are used again. */
export class ByteBlocks {
  #blocks: Block[] = [];
  /** Place of the first byte. */
  #from: number;
  #to: number;

  constructor(from: number) {
    this.#from = from;
    this.#to = from;
  }

  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  get length(): number {
    return this.#to - this.#from;
  }

  /** Copies the bytes. */
  push(bytes: Uint8Array): void {
    for (let taken = 0; taken < bytes.length; ) {
      let last = this.#blocks.at(-1);
      if (last === undefined || last.to === blockBytes) {
        last = { buffer: free.pop() ?? Buffer.allocUnsafeSlow(blockBytes), from: 0, to: 0 };
        this.#blocks.push(last);
      }
      const part = bytes.subarray(taken, taken + blockBytes - last.to);
      last.buffer.set(part, last.to);
      last.to += part.length;
      taken += part.length;
    }
    this.#to += bytes.length;
  }

  /** What lies from that place on, without copying. */
  *slices(from: number): Generator<Uint8Array> {
    let at = this.#from;
    for (const block of this.#blocks) {
      const skip = Math.max(0, from - at);
      const length = block.to - block.from;
      if (skip < length) yield block.buffer.subarray(block.from + skip, block.to);
      at += length;
    }
  }

  /** Lets everything before that place go; nobody may read it any more. Past the end, the next byte has that place. */
  release(to: number): void {
    while (this.#blocks.length > 0 && this.#from < to) {
      const first = this.#blocks[0] as Block;
      const length = Math.min(first.to - first.from, to - this.#from);
      first.from += length;
      this.#from += length;
      if (first.from < first.to) break;
      this.#blocks.shift();
      if (free.length < maxFree) free.push(first.buffer);
    }
    this.#from = Math.max(this.#from, to);
    this.#to = Math.max(this.#to, to);
  }
}
