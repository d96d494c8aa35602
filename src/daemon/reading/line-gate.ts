import { unreadableFrame } from "../../codec/frame-reader.ts";
import { HeldLine, type LostLine } from "../../codec/held-line.ts";
import type { UnreadableFrame } from "../../wire/frame.ts";

/** A whole line that is too long to be read in the loop. */
export interface LongLine {
  /** Its place in the agent's output, and the place behind its LF. */
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  /** Without its LF. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

interface LineGateSink {
  lines(at: number, bytes: Uint8Array): void;
  longLine(line: LongLine): void;
  /** A line over the cap goes on: nobody has to keep what was said of it so far, but what is left of it. */
  lost(to: number, line: LostLine): void;
  overCap(frame: UnreadableFrame, to: number): void;
}

const LF = 0x0a;

/** Lets whole lines through as they come, and keeps apart those that are too long for the loop. */
export class LineGate {
  readonly #sink: LineGateSink;
  readonly #maxBytes: number;
  readonly #longBytes: number;
  readonly #open: HeldLine;
  /** Of the open line. */
  #from = 0;
  #to = 0;

  /** `lost`: what an earlier gate left of the line that goes on now. */
  constructor(sink: LineGateSink, maxBytes: number, longBytes: number, lost?: LostLine) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
    this.#longBytes = longBytes;
    // With its LF.
    this.#open = new HeldLine(maxBytes + 1);
    if (lost !== undefined) this.#open.resume(lost);
  }

  /** How many bytes were taken: up to the end of a line that was open, else all. */
  push(at: number, bytes: Uint8Array): number {
    if (this.#open.bytes > 0) return this.#goOn(at, bytes);
    const last = bytes.lastIndexOf(LF);
    if (last >= 0) this.#sink.lines(at, bytes.subarray(0, last + 1));
    if (last + 1 < bytes.length) {
      this.#from = at + last + 1;
      this.#to = at + bytes.length;
      this.#open.add(bytes.subarray(last + 1));
    }
    return bytes.length;
  }

  /** End of output: a last line without LF still counts. */
  end(): void {
    if (this.#open.bytes > 0) this.#close(this.#to, 0);
  }

  #goOn(at: number, bytes: Uint8Array): number {
    const end = bytes.indexOf(LF);
    const taken = end === -1 ? bytes.length : end + 1;
    this.#open.add(bytes.subarray(0, taken));
    this.#to = at + taken;
    if (end !== -1) this.#close(at + taken, 1);
    else if (this.#isOverCap(0)) this.#sink.lost(at + taken, { bytes: this.#open.bytes, scan: this.#open.scan.state });
    return taken;
  }

  #close(to: number, lfBytes: number): void {
    const from = this.#from;
    const bytes = this.#open.bytes - lfBytes;
    if (!this.#open.isOverCap && bytes <= this.#longBytes) return this.#sink.lines(from, this.#open.take());
    if (this.#isOverCap(lfBytes)) {
      const { tail, scan } = this.#open;
      return this.#sink.overCap(unreadableFrame("oversize", bytes, { head: this.#open.take(), tail, scan }), to);
    }
    const parts = this.#open.takeParts();
    const last = parts.pop();
    if (last !== undefined) parts.push(last.subarray(0, last.length - lfBytes));
    this.#sink.longLine({ from, to, bytes, parts });
  }

  #isOverCap(lfBytes: number): boolean {
    return this.#open.isOverCap || this.#open.bytes - lfBytes > this.#maxBytes;
  }
}
