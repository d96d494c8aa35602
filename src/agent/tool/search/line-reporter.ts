import { cutLine, type FoundLine } from "./search.ts";
import type { SearchedPart } from "./search-file.ts";

/** Matching lines of one file with those around them, each once and in order, from part to part. */
export class LineReporter {
  readonly #before: number;
  readonly #after: number;
  /** The last lines of the parts before. */
  #recent: string[] = [];
  /** Of the first line of the next part. */
  #number = 1;
  #reported = 0;
  /** Lines up to here follow a match. */
  #owed = 0;

  constructor({ before, after }: { readonly before: number; readonly after: number }) {
    this.#before = before;
    this.#after = after;
  }

  *report({ text, blocks }: SearchedPart): Generator<FoundLine> {
    const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
    const first = this.#number;
    const at = (number: number): string =>
      lines[number - first] ?? this.#recent[this.#recent.length - (first - number)] ?? "";
    let offset = 0;
    let number = first;
    for (const { start, end } of blocks) {
      number += lineFeeds(text, offset, start);
      const last = number + lineFeeds(text, start, end);
      yield* this.#context(Math.min(this.#owed, number - 1), at);
      this.#reported = Math.max(this.#reported, number - 1 - this.#before);
      yield* this.#context(number - 1, at);
      for (let matching = Math.max(number, this.#reported + 1); matching <= last; matching++) {
        yield { number: matching, text: cutLine(at(matching)), isMatch: true };
      }
      this.#reported = Math.max(this.#reported, last);
      this.#owed = last + this.#after;
      offset = start;
    }
    const end = first + lines.length - 1;
    yield* this.#context(Math.min(this.#owed, end), at);
    this.#number = end + 1;
    if (this.#before > 0) this.#recent = [...this.#recent, ...lines.slice(-this.#before)].slice(-this.#before);
  }

  /** Up to this line, what was not reported yet. */
  *#context(until: number, at: (number: number) => string): Generator<FoundLine> {
    while (this.#reported < until) {
      this.#reported += 1;
      yield { number: this.#reported, text: cutLine(at(this.#reported)), isMatch: false };
    }
  }
}

function lineFeeds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
