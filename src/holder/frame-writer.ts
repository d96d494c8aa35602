import type { Writable } from "node:stream";
import { headBytes, placeBytes } from "./holder-protocol.ts";

const blockBytes = 16 * 1024;
/** Below this, copying is cheaper than a buffer of its own in the system call. */
const copiedBytes = 1024;

/**
 * Frames out. What is written in one tick goes out in one write: small frames
 * side by side in one buffer, long bytes as they are, which must not change
 * until the peer has confirmed them.
 */
export class FrameWriter {
  readonly #stream: Writable;
  #block = Buffer.alloc(0);
  #from = 0;
  #to = 0;
  #waiting: Uint8Array[] = [];
  #scheduled = false;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  message(type: number, body?: object): void {
    const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
    const head = this.#room(headBytes);
    this.#block.writeUInt32BE(bytes.length, head);
    this.#block.writeUInt8(type, head + 4);
    this.#add(bytes);
  }

  placed(type: number, handle: number, at: number, bytes?: Uint8Array): void {
    const head = this.#room(headBytes + placeBytes);
    this.#block.writeUInt32BE(placeBytes + (bytes?.length ?? 0), head);
    this.#block.writeUInt8(type, head + 4);
    this.#block.writeUInt32BE(handle, head + 5);
    this.#block.writeUInt32BE(Math.floor(at / 2 ** 32), head + 9);
    this.#block.writeUInt32BE(at % 2 ** 32, head + 13);
    if (bytes !== undefined) this.#add(bytes);
  }

  /** Now, instead of at the end of the tick. */
  flush(): void {
    this.#scheduled = false;
    this.#closeRun();
    const waiting = this.#waiting;
    this.#waiting = [];
    if (this.#stream.destroyed || this.#stream.writableEnded) return;
    this.#stream.cork();
    for (const bytes of waiting) this.#stream.write(bytes);
    this.#stream.uncork();
  }

  #add(bytes: Uint8Array): void {
    if (bytes.length > copiedBytes) {
      this.#closeRun();
      this.#waiting.push(bytes);
      return;
    }
    // The room first: it may be in another block.
    const at = this.#room(bytes.length);
    this.#block.set(bytes, at);
  }

  /** Where in the block there is room for so many bytes. */
  #room(bytes: number): number {
    if (!this.#scheduled) {
      this.#scheduled = true;
      process.nextTick(() => this.#scheduled && this.flush());
    }
    if (this.#to + bytes > this.#block.length) {
      this.#closeRun();
      this.#block = Buffer.allocUnsafeSlow(blockBytes);
      this.#from = 0;
      this.#to = 0;
    }
    const at = this.#to;
    this.#to += bytes;
    return at;
  }

  /** The frames side by side so far become one buffer; the rest of the block is for the next. */
  #closeRun(): void {
    if (this.#to > this.#from) this.#waiting.push(this.#block.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}
