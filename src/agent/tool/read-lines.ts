import type { FileHandle } from "node:fs/promises";

interface LineWindow {
  /** From 1. */
  readonly first: number;
  readonly count: number;
  /** Count the lines after the window, too: this reads the file to its end. */
  readonly countRest: boolean;
  readonly signal: AbortSignal;
  /** Sees every byte that is read. */
  readonly onChunk?: (chunk: Uint8Array) => void;
}

export interface LinesRead {
  readonly lines: readonly string[];
  readonly first: number;
  /** What follows the last LF is a line, also when it is empty. Only those that were seen, if the rest was not counted. */
  readonly totalLines: number;
  /** Something comes after these lines. */
  readonly more: boolean;
  /** They are fewer than asked for because they are long. */
  readonly full: boolean;
}

/** Some lines of a file of any size, with a bounded part of it in memory. */
export async function readLines(handle: FileHandle, window: LineWindow): Promise<LinesRead | "binary"> {
  const collector = new LineCollector(window);
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let position = 0; !collector.done; ) {
    window.signal.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    if (position === 0 && chunk.includes(0)) return "binary";
    position += bytesRead;
    window.onChunk?.(chunk);
    collector.push(chunk);
  }
  return collector.finish();
}

const chunkBytes = 64 * 1024;
const maxLineChars = 2_000;
/** A character takes at most four bytes. */
const maxLineBytes = maxLineChars * 4;
/** About 25 000 tokens. */
const maxChars = 100_000;

const LF = 10;

class LineCollector {
  readonly #window: LineWindow;
  readonly #lines: string[] = [];
  /** The beginning of the open line, copied. */
  #open: Buffer[] = [];
  #openBytes = 0;
  #number = 1;
  #chars = 0;
  #full = false;
  #more = false;

  constructor(window: LineWindow) {
    this.#window = window;
  }

  /** Nothing that comes would change the answer. */
  get done(): boolean {
    return this.#more && !this.#window.countRest;
  }

  push(chunk: Buffer): void {
    for (let from = 0; from < chunk.length && !this.done; ) {
      const end = chunk.indexOf(LF, from);
      this.#hold(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (this.#isPast) this.#more = true;
      if (end === -1) return;
      this.#close();
      from = end + 1;
    }
  }

  finish(): LinesRead {
    this.#close();
    const { first } = this.#window;
    return { lines: this.#lines, first, totalLines: this.#number - 1, more: this.#more, full: this.#full };
  }

  get #isWanted(): boolean {
    return this.#number >= this.#window.first && !this.#isPast;
  }

  get #isPast(): boolean {
    return this.#full || this.#number >= this.#window.first + this.#window.count;
  }

  #hold(part: Buffer): void {
    if (!this.#isWanted) return;
    const room = maxLineBytes + 1 - this.#openBytes;
    if (room > 0) this.#open.push(Buffer.from(part.subarray(0, room)));
    this.#openBytes += part.length;
  }

  #close(): void {
    if (this.#isWanted) this.#add(this.#text());
    this.#open = [];
    this.#openBytes = 0;
    this.#number += 1;
  }

  #add(line: string): void {
    this.#chars += line.length + 1;
    if (this.#chars > maxChars && this.#lines.length > 0) {
      this.#full = true;
      this.#more = true;
    } else {
      this.#lines.push(line);
    }
  }

  #text(): string {
    const whole = Buffer.concat(this.#open).toString("utf8");
    const line = (this.#number === 1 ? whole.replace(/^\ufeff/, "") : whole).replace(/\r$/, "");
    return line.length > maxLineChars ? `${line.slice(0, maxLineChars).toWellFormed()}... [truncated]` : line;
  }
}
