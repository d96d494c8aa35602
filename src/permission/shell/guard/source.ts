import { type Clause, clauses } from "./clauses.ts";
import type { Mark } from "./mark.ts";

/** Why a line is not read. Never leaves the guard. */
export class Refusal extends Error {
  /** The clause, if it was one. */
  readonly clause: Clause | undefined;

  constructor(reason: string, clause?: Clause) {
    super(reason);
    this.clause = clause;
  }
}

interface PendingDocument {
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripsTabs: boolean;
}

/** The text of a line, how far it is read, and what was found so far. */
export class Source {
  readonly text: string;
  readonly marks: Mark[] = [];
  at = 0;
  /** The substitutions around, and whether each stands in double quotes. */
  readonly enclosing: ("quoted" | "bare")[] = [];
  /** Here-documents whose text begins behind the end of this line. */
  pending: PendingDocument[] = [];
  #depth = 0;
  #parts = 0;
  #documents = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The character here; empty at the end. */
  get char(): string {
    return this.text.charAt(this.at);
  }

  get next(): string {
    return this.text.charAt(this.at + 1);
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  mark(kind: string, start: number, end: number, detail = ""): void {
    this.count(1);
    this.marks.push({ kind, start, end, detail });
  }

  /** Pieces that have no marks of their own, but that a parser reads one by one. */
  count(parts: number): void {
    this.#parts += parts;
    this.require("parts", this.#parts <= maxParts);
  }

  /** Texts of here-documents, which are not counted for the length of a line. */
  countDocument(length: number): void {
    this.#documents += length;
  }

  /** As far as the line is read: here-documents are long, what is read word by word is not. */
  requireLength(): void {
    this.require("length", this.text.length - this.#documents <= maxLength);
  }

  /** Refuses by a clause, unless what it demands holds. */
  require(clause: Clause, holds: boolean): void {
    if (!holds) this.refuse(clause);
  }

  refuse(clause: Clause): never {
    throw new Refusal(clauses[clause], clause);
  }

  /** Refuses what the grammar has no word for. */
  unexpected(): never {
    throw new Refusal(this.ended ? "it ends too early" : `it has an unexpected ${JSON.stringify(this.char)}`);
  }

  expect(piece: string): void {
    if (!this.text.startsWith(piece, this.at)) this.unexpected();
    this.at += piece.length;
  }

  /** What a sticky pattern matches here, without moving on. */
  look(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text) ?? undefined;
  }

  /** Does a sticky pattern match here? */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Moves behind what a sticky pattern matches here, if it does. */
  skip(pattern: RegExp): boolean {
    if (!this.sees(pattern)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  /** The same, and gives the text. */
  takeText(pattern: RegExp): string | undefined {
    const start = this.at;
    return this.skip(pattern) ? this.text.slice(start, this.at) : undefined;
  }

  /** The text that a sticky pattern matches here, without moving on. */
  lookText(pattern: RegExp): string | undefined {
    return this.sees(pattern) ? this.text.slice(this.at, pattern.lastIndex) : undefined;
  }

  /** Moves behind what a sticky pattern matches here, and gives its groups. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    const found = this.look(pattern);
    if (found !== undefined) this.at += found[0].length;
    return found;
  }

  nested(read: () => void): void {
    this.require("depth", this.#depth < maxDepth);
    this.#depth += 1;
    read();
    this.#depth -= 1;
  }
}

const maxParts = 1_000;
const maxLength = 16_384;
const maxDepth = 32;
