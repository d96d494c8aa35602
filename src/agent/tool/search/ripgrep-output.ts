import { cutLine, type Found, type Search } from "./search.ts";

/** Reads what ripgrep writes with `--null`; of a long line only the beginning is kept. */
export class RipgrepOutput {
  readonly #kind: Search["kind"];
  readonly #maxLines: number;
  readonly #listener: { found(found: readonly Found[]): void; full(): void };
  #fresh: Found[] = [];
  /** A record that is not whole yet. */
  #open: Buffer[] = [];
  #openBytes = 0;
  /** The path of the open record, once its NUL was seen. */
  #path: string | undefined;
  #lines = 0;

  constructor(search: Search, listener: { found(found: readonly Found[]): void; full(): void }) {
    this.#kind = search.kind;
    this.#maxLines = search.kind === "lines" ? search.maxLines : Infinity;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    for (let from = 0; from < chunk.length && this.#lines < this.#maxLines; ) {
      const end = this.#end(chunk, from);
      this.#hold(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (end === -1) break;
      this.#close(chunk[end] === 0);
      from = end + 1;
    }
    this.#deliver();
    if (this.#lines >= this.#maxLines) this.#listener.full();
  }

  finish(): void {
    if (this.#path !== undefined && this.#openBytes > 0 && this.#lines < this.#maxLines) this.#close(false);
    this.#deliver();
  }

  /** A path ends at NUL, the rest of a record at LF. A message of ripgrep itself has no path. */
  #end(chunk: Buffer, from: number): number {
    if (this.#path !== undefined) return chunk.indexOf(10, from);
    const nul = chunk.indexOf(0, from);
    if (this.#kind !== "lines") return nul;
    const lf = chunk.subarray(from, nul === -1 ? chunk.length : nul).indexOf(10);
    return lf === -1 ? nul : from + lf;
  }

  #hold(part: Buffer): void {
    const room = maxRecordBytes - this.#openBytes;
    if (room > 0 && part.length > 0) this.#open.push(Buffer.from(part.subarray(0, room)));
    this.#openBytes += part.length;
  }

  #close(isPath: boolean): void {
    const text = Buffer.concat(this.#open).toString("utf8");
    this.#open = [];
    this.#openBytes = 0;
    if (isPath) this.#pathRead(text.replace(/^\.\//, ""));
    else if (this.#path !== undefined) this.#valueRead(this.#path, text);
  }

  #pathRead(path: string): void {
    if (this.#kind === "files" || this.#kind === "matching") this.#fresh.push({ path });
    else this.#path = path;
  }

  #valueRead(path: string, text: string): void {
    this.#path = undefined;
    if (this.#kind === "counts") return void this.#fresh.push({ path, count: Number(text) });
    const [, number, mark, rest = ""] = /^(\d+)([:-])([\s\S]*)$/.exec(text) ?? [];
    if (number === undefined) return;
    this.#lines += 1;
    this.#fresh.push({ path, line: { number: Number(number), text: cutLine(rest), isMatch: mark === ":" } });
  }

  #deliver(): void {
    if (this.#fresh.length > 0) this.#listener.found(this.#fresh);
    this.#fresh = [];
  }
}

/** More than any path, and than the beginning of a line. */
const maxRecordBytes = 8 * 1024;
