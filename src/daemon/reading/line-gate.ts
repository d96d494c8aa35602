import { HeldLine } from "../../codec/held-line.ts";

/** A whole line that is too long to be read in the loop. */
export interface LongLine {
  /** Its place in the agent's output, and the place behind its LF. */
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  /** Without its LF. Of one over the cap, its beginning and its end. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  readonly isOverCap: boolean;
}

export interface LineGateSink {
  lines(at: number, bytes: Uint8Array): void;
  longLine(line: LongLine): void;
  /** A line over the cap goes on: nobody has to keep what was said of it so far. */
  lost(to: number): void;
}

const LF = 0x0a;

/** Lets whole lines through as they come, and keeps apart those that are too long for the loop. */
export class LineGate {
  readonly #sink: LineGateSink;
  readonly #maxBytes: number;
  readonly #longBytes: number;
  readonly #open: HeldLine;
  #from = 0;

  constructor(sink: LineGateSink, maxBytes: number, longBytes: number) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
    this.#longBytes = longBytes;
    // With its LF.
    this.#open = new HeldLine(maxBytes + 1);
  }

  /** How many bytes were taken: up to the end of a line that was open, else all. */
  push(at: number, bytes: Uint8Array): number {
    if (this.#open.bytes > 0) return this.#goOn(at, bytes);
    const last = bytes.lastIndexOf(LF);
    if (last >= 0) this.#sink.lines(at, bytes.subarray(0, last + 1));
    if (last + 1 < bytes.length) {
      this.#from = at + last + 1;
      this.#open.add(bytes.subarray(last + 1));
    }
    return bytes.length;
  }

  /** End of output: a last line without LF still counts. */
  end(): void {
    if (this.#open.bytes > 0) this.#close(this.#from + this.#open.bytes, 0);
  }

  #goOn(at: number, bytes: Uint8Array): number {
    const end = bytes.indexOf(LF);
    const taken = end === -1 ? bytes.length : end + 1;
    this.#open.add(bytes.subarray(0, taken));
    if (end !== -1) this.#close(at + taken, 1);
    else if (this.#open.bytes > this.#maxBytes) this.#sink.lost(at + taken);
    return taken;
  }

  #close(to: number, lfBytes: number): void {
    const from = this.#from;
    const bytes = this.#open.bytes - lfBytes;
    if (bytes <= this.#longBytes) return this.#sink.lines(from, this.#open.take());
    const isOverCap = bytes > this.#maxBytes;
    const { tail } = this.#open;
    const parts = this.#open.takeParts();
    if (isOverCap) parts.push(new Uint8Array(tail));
    const last = parts.pop();
    if (last !== undefined) parts.push(last.subarray(0, last.length - lfBytes));
    this.#sink.longLine({ from, to, bytes, parts, isOverCap });
  }
}
