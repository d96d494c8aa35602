import { firstPlaced, headBytes, maxMessageBytes, placeBytes } from "./holder-protocol.ts";

export interface FrameSink {
  message(type: number, body: unknown): void;
  /**
   * A placed frame, or the next part of one: `at` is the place of the part's
   * first byte. The bytes are those of the chunk that was pushed, not a copy.
   */
  placed(type: number, handle: number, at: number, bytes: Uint8Array): void;
}

/** The peer sent what is no frame. */
export class FrameError extends Error {}

const nothing = new Uint8Array(0);

/**
 * Chunks in, frames out. Bytes of placed frames are passed on as they come, so
 * that they are never copied; a message that is cut by a chunk's end is joined
 * once. Throws `FrameError` on what is no frame; the connection is then of no use.
 */
export class FrameSplitter {
  readonly #sink: FrameSink;
  /** Head and place of the frame, when a chunk ended inside them. */
  readonly #head = Buffer.alloc(headBytes + placeBytes);
  #headLength = 0;
  #type = 0;
  #handle = 0;
  #at = 0;
  /** What is still to come of the frame's body. */
  #left = 0;
  #body: Buffer | undefined;

  constructor(sink: FrameSink) {
    this.#sink = sink;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    while (from < chunk.length) {
      from = this.#left > 0 ? this.#takeBody(chunk, from) : this.#takeHead(chunk, from);
    }
  }

  #takeHead(chunk: Uint8Array, from: number): number {
    const wanted = this.#headLength < headBytes ? headBytes : headBytes + placeBytes;
    const taken = Math.min(wanted - this.#headLength, chunk.length - from);
    this.#head.set(chunk.subarray(from, from + taken), this.#headLength);
    this.#headLength += taken;
    if (this.#headLength === wanted) this.#open(wanted === headBytes);
    return from + taken;
  }

  #open(withoutPlace: boolean): void {
    const length = this.#head.readUInt32BE(0);
    this.#type = this.#head.readUInt8(4);
    if (this.#type >= firstPlaced) {
      if (length < placeBytes) throw new FrameError("a placed frame has no place");
      if (withoutPlace) return;
      this.#handle = this.#head.readUInt32BE(5);
      this.#at = this.#head.readUInt32BE(9) * 2 ** 32 + this.#head.readUInt32BE(13);
      this.#left = length - placeBytes;
      this.#headLength = 0;
      if (this.#left === 0) this.#sink.placed(this.#type, this.#handle, this.#at, nothing);
      return;
    }
    if (length > maxMessageBytes) throw new FrameError(`a message of ${length} bytes is longer than any`);
    this.#headLength = 0;
    this.#left = length;
    if (length === 0) this.#sink.message(this.#type, undefined);
  }

  #takeBody(chunk: Uint8Array, from: number): number {
    const to = Math.min(from + this.#left, chunk.length);
    const bytes = chunk.subarray(from, to);
    if (this.#type < firstPlaced) this.#takeMessage(bytes);
    else {
      const at = this.#at;
      this.#at += bytes.length;
      this.#left -= bytes.length;
      this.#sink.placed(this.#type, this.#handle, at, bytes);
    }
    return to;
  }

  #takeMessage(bytes: Uint8Array): void {
    if (this.#body === undefined && bytes.length < this.#left) this.#body = Buffer.allocUnsafe(this.#left);
    this.#body?.set(bytes, this.#body.length - this.#left);
    this.#left -= bytes.length;
    if (this.#left > 0) return;
    const whole = this.#body ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#body = undefined;
    this.#sink.message(this.#type, parse(whole.toString("utf8")));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FrameError("a message is not JSON");
  }
}
