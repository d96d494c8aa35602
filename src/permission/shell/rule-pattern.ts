import { followsPieces } from "../wildcard.ts";
import { spend } from "../work.ts";

/**
 * The pattern of a Bash rule. `*` stands for any text, `\*` for a star; a trailing `:*` or ` *` for any
 * further words, or none. Each function takes time proportional to the text.
 */
export function covers(pattern: string, text: string, guarded: readonly (readonly [number, number])[]): boolean {
  const compiled = compile(pattern);
  const { pieces, further } = compiled;
  if (guarded.length > 0 && (further ?? pieces).length > 2)
    return looksAlike(compiled, text) && run(compiled, text, guarded);
  return [pieces, further].some(
    (all) => all !== undefined && followsPieces(all, text) && !coversGuarded(all, text, guarded),
  );
}

/** Does the only star stand for something guarded? */
function coversGuarded(
  pieces: readonly string[],
  text: string,
  guarded: readonly (readonly [number, number])[],
): boolean {
  const [first = "", last] = pieces;
  if (last === undefined) return false;
  const end = text.length - last.length;
  return guarded.some(([from, to]) => Math.max(from, first.length) < Math.min(to, end));
}

/** Could the pattern match, if each mark in the text were replaced by some text? */
export function mayMatch(pattern: string, text: MarkedText): boolean {
  const compiled = compile(pattern);
  return endsAlike(compiled, text) && run(compiled, text.whole, []);
}

/** A text with marks, and what is in front of the first one and behind the last one. */
export interface MarkedText {
  readonly whole: string;
  readonly before: string;
  readonly behind: string;
}

/** Undefined: it has no mark. */
export function markedText(whole: string): MarkedText | undefined {
  const mark = whole.indexOf(unknownMark);
  if (mark === -1) return undefined;
  return { whole, before: whole.slice(0, mark), behind: whole.slice(whole.lastIndexOf(unknownMark) + 1) };
}

/** Stands for text that is not known. No line that can be read contains it. */
export const unknownMark = "\0";

export function hasWildcard(pattern: string): boolean {
  return /(?:^|[^\\])\*/.test(pattern);
}

/** Texts that are in all that the pattern matches. */
export function literalsOf(pattern: string): readonly string[] {
  return compile(pattern).pieces;
}

const any = -1;

interface Compiled {
  /** Further words may follow, separated by a space. */
  readonly open: boolean;
  /** The literal texts around the stars, without further words. */
  readonly pieces: readonly string[];
  /** The same with further words. */
  readonly further: readonly string[] | undefined;
}

/** Rules are few, and looked at for every command. */
const known = new Map<string, Compiled>();
const maxKnown = 10_000;

function compile(pattern: string): Compiled {
  const found = known.get(pattern);
  if (found !== undefined) return found;
  const made = makeCompiled(pattern);
  if (known.size >= maxKnown) known.clear();
  known.set(pattern, made);
  return made;
}

function makeCompiled(pattern: string): Compiled {
  const open = pattern.length > 2 && (pattern.endsWith(":*") || pattern.endsWith(" *"));
  const written = open ? pattern.slice(0, -2) : pattern;
  const pieces = written.includes("\\*")
    ? written.split(/(?<!\\)\*+/).map((piece) => piece.replaceAll("\\*", "*"))
    : written.split(/\*+/);
  return { open, pieces, further: open ? [...pieces.slice(0, -1), `${pieces.at(-1)} `, ""] : undefined };
}

/** Character codes, or `any`. */
function tokensOf({ pieces, further }: Compiled): readonly number[] {
  const tokens: number[] = [];
  for (const [position, piece] of (further ?? pieces).entries()) {
    if (position > 0) tokens.push(any);
    for (let at = 0; at < piece.length; at += 1) tokens.push(piece.charCodeAt(at));
  }
  return tokens;
}

/** Without guarded places: the pieces follow one another. */
function looksAlike({ pieces, further }: Compiled, text: string): boolean {
  return followsPieces(pieces, text) || (further !== undefined && followsPieces(further, text));
}

/** The cheap test that tells most rules apart. */
function endsAlike(compiled: Compiled, text: MarkedText): boolean {
  spend(testSteps);
  return fitsEnds(compiled.pieces, text) || (compiled.further !== undefined && fitsEnds(compiled.further, text));
}

const testSteps = 64;
const tokenSteps = 2;

function fitsEnds(pieces: readonly string[], { before, behind }: MarkedText): boolean {
  const first = pieces[0] as string;
  const last = pieces.at(-1) as string;
  if (pieces.length === 1) return first.startsWith(before) && first.endsWith(behind);
  return (before.startsWith(first) || first.startsWith(before)) && (behind.endsWith(last) || last.endsWith(behind));
}

/** Follows all ways through the pattern at once, so that no text can make it go back. */
function run(compiled: Compiled, text: string, guarded: readonly (readonly [number, number])[]): boolean {
  const tokens = tokensOf(compiled);
  spend(tokens.length * tokenSteps);
  const ways = new Ways(tokens);
  let guard = 0;
  for (let at = 0; at < text.length; at += 1) {
    while (guard < guarded.length && (guarded[guard]?.[1] ?? 0) <= at) guard += 1;
    const isGuarded = at >= (guarded[guard]?.[0] ?? text.length);
    if (!ways.step(text.charCodeAt(at), isGuarded)) return false;
  }
  const end = tokens.length;
  return ways.isAt(end) || (compiled.open && ways.isAt(end - 2));
}

/** The places in a pattern that a text may have led to so far. */
class Ways {
  readonly #tokens: readonly number[];
  readonly #entered: Uint32Array;
  #round = 1;
  #now: number[] = [];
  #next: number[] = [];

  constructor(tokens: readonly number[]) {
    this.#tokens = tokens;
    this.#entered = new Uint32Array(tokens.length + 1);
    this.#enter(0);
    this.#turn();
  }

  isAt(position: number): boolean {
    return this.#now.includes(position);
  }

  /** False when no way is left. */
  step(code: number, isGuarded: boolean): boolean {
    spend(tokenSteps * (1 + this.#now.length));
    // Unknown text may satisfy everything that follows.
    if (code === 0) {
      spend(this.#tokens.length * tokenSteps);
      const first = this.#now.reduce((least, position) => Math.min(least, position));
      for (let position = first; position <= this.#tokens.length; position += 1) this.#enter(position);
    } else
      for (const position of this.#now) {
        const token = this.#tokens[position];
        if (token === any ? !isGuarded : token === code) this.#enter(token === any ? position : position + 1);
      }
    return this.#turn();
  }

  /** A star may stand for nothing. */
  #enter(position: number): void {
    if (this.#entered[position] === this.#round) return;
    this.#entered[position] = this.#round;
    this.#next.push(position);
    if (this.#tokens[position] === any) this.#enter(position + 1);
  }

  #turn(): boolean {
    [this.#now, this.#next] = [this.#next, this.#now];
    this.#next.length = 0;
    this.#round += 1;
    return this.#now.length > 0;
  }
}
