import { HeldLine } from "./held-line.ts";
import { scanOf } from "./line-facts.ts";
import type { MemberScanner } from "./member-scanner.ts";

/** Takes what the splitter finds, in order. */
export interface LineSink {
  /** A line without its LF and CR, never blank. `bytes` is its size in UTF-8. */
  line(text: string, bytes: number, lineNumber: number): void;
  /** A line that is not UTF-8, or longer than the cap. */
  badLine(reason: "not_utf8" | "oversize", bytes: number, lineNumber: number, known: KnownOfLine): void;
}

/** What is left of a line that is not read. */
export interface KnownOfLine {
  /** Of one that is not UTF-8, all of it. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Of the whole line. */
  readonly scan: MemberScanner;
}

const LF = 0x0a;
const CR = 0x0d;
const OPEN = 0x7b;
const CLOSE = 0x7d;
/** Beyond this, lines are decoded one by one, so that no chunk of any size becomes one huge string. */
const maxRegionBytes = 4 * 1024 * 1024;

/**
 * Bytes in, whole lines out. LF is the only separator: JSON strings may hold
 * U+2028, which `node:readline` splits on from Node 24. The whole lines of a
 * chunk are decoded at once where they are ASCII, as most are; only the open
 * line is copied, so a chunk may be reused by its owner.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #sink: LineSink;
  readonly #open: HeldLine;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #lines = 0;
  /** What the last region was: the next one is most likely the same. */
  #allAscii = true;

  constructor(maxBytes: number, sink: LineSink) {
    this.#maxBytes = maxBytes;
    this.#sink = sink;
    this.#open = new HeldLine(maxBytes);
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    if (this.#open.bytes > 0) {
      const end = chunk.indexOf(LF);
      if (end === -1) return this.#open.add(chunk);
      this.#open.add(chunk.subarray(0, end));
      this.#closeOpenLine();
      from = end + 1;
    }
    const last = chunk.lastIndexOf(LF);
    if (last >= from) {
      this.#emitWholeLines(chunk.subarray(from, last));
      from = last + 1;
    }
    if (from < chunk.length) this.#open.add(chunk.subarray(from));
  }

  /** End of input: a last line without LF is delivered. */
  end(): void {
    if (this.#open.bytes > 0) this.#closeOpenLine();
  }

  /** Numbers a line that was read elsewhere. */
  countLine(): number {
    return ++this.#lines;
  }

  #closeOpenLine(): void {
    const { bytes, isOverCap } = this.#open;
    if (!isOverCap) return this.#emitBytes(this.#open.take());
    const { tail, scan } = this.#open;
    this.#sink.badLine("oversize", bytes, ++this.#lines, { head: this.#open.take(), tail, scan });
  }

  /** `region` is lines with LF between them, none after the last. */
  #emitWholeLines(region: Uint8Array): void {
    const text =
      this.#allAscii && region.length <= Math.min(maxRegionBytes, this.#maxBytes) ? this.#decode(region) : undefined;
    if (text === undefined || text.length !== region.length) return this.#emitOneByOne(region);
    let at = 0;
    while (at <= text.length) {
      const found = text.indexOf("\n", at);
      const to = found === -1 ? text.length : found;
      // A frame starts with a brace and, from most agents, ends in one: nothing to strip or skip.
      const plain = text.charCodeAt(at) === OPEN && text.charCodeAt(to - 1) === CLOSE;
      if (plain) this.#sink.line(text.slice(at, to), to - at, ++this.#lines);
      else this.#emitText(text.slice(at, to), to - at);
      at = to + 1;
    }
  }

  /** One character beyond ASCII would make every line decoded with it a wide string, which parses slower. */
  #emitOneByOne(region: Uint8Array): void {
    this.#allAscii = true;
    let at = 0;
    while (at <= region.length) {
      const found = region.indexOf(LF, at);
      const to = found === -1 ? region.length : found;
      this.#emitBytes(region.subarray(at, to));
      at = to + 1;
    }
  }

  #emitBytes(line: Uint8Array): void {
    if (line.length > this.#maxBytes) {
      const head = line.subarray(0, HeldLine.headBytes).slice();
      const tail = line.slice(-HeldLine.tailBytes);
      return this.#sink.badLine("oversize", line.length, ++this.#lines, { head, tail, scan: scanOf(line) });
    }
    const text = this.#decode(line);
    if (text?.length !== line.length) this.#allAscii = false;
    if (text === undefined) {
      const whole = line.slice();
      this.#sink.badLine("not_utf8", line.length, ++this.#lines, { head: whole, tail: whole, scan: scanOf(whole) });
    } else this.#emitText(text, line.length);
  }

  #emitText(text: string, bytes: number): void {
    const lineNumber = ++this.#lines;
    if (text.charCodeAt(text.length - 1) === CR) {
      text = text.slice(0, -1);
      bytes -= 1;
    }
    if (text.trim() === "") return;
    this.#sink.line(text, bytes, lineNumber);
  }

  #decode(bytes: Uint8Array): string | undefined {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      return undefined;
    }
  }
}
