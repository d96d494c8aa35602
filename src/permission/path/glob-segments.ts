import { followsPieces } from "../wildcard.ts";
import { spend } from "../work.ts";

/** A glob over the segments of a path: `**` is any number of them, the others match one each. */
export type Segment = "**" | ((name: string) => boolean);

/** Undefined: a class that is not closed, or nothing after a backslash. */
export function compileSegments(glob: string): readonly Segment[] | undefined {
  const segments: Segment[] = [];
  for (const written of splitSegments(glob)) {
    if (written === "**") {
      if (segments.at(-1) !== "**") segments.push("**");
      continue;
    }
    const compiled = compileSegment(written);
    if (compiled === undefined) return undefined;
    segments.push(compiled);
  }
  return segments;
}

/** Texts that are in every path a glob matches. It can be compiled. */
export function globLiterals(glob: string): readonly string[] {
  return splitSegments(glob).flatMap((segment) => (segment === "**" ? [] : literalRuns(tokensOf(segment) ?? [])));
}

function literalRuns(tokens: readonly Token[]): string[] {
  const runs = [""];
  for (const token of tokens) {
    if (token.literal === undefined) runs.push("");
    else runs.push((runs.pop() ?? "") + token.literal);
  }
  return runs.filter((run) => run !== "");
}

/** Goes back only to the last `**`, which is enough: so no pattern is slow. */
export function matchSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  let at = 0;
  let name = 0;
  let star = -1;
  let starName = 0;
  while (name < names.length) {
    const segment = segments[at];
    if (segment === "**") {
      star = at++;
      starName = name;
    } else if (segment?.(names[name] as string)) {
      at++;
      name++;
    } else if (star !== -1) {
      spend(nameSteps * (at - star));
      at = star + 1;
      name = ++starName;
    } else return false;
  }
  while (segments[at] === "**") at++;
  return at === segments.length;
}

const nameSteps = 8;
const callSteps = 32;

interface Token {
  readonly star: boolean;
  readonly fits: (char: string) => boolean;
  /** The only character that fits. */
  readonly literal?: string;
}

const star: Token = { star: true, fits: () => true };
const any: Token = { star: false, fits: () => true };

function literally(char: string): Token {
  return { star: false, fits: (other) => other === char, literal: char };
}

function compileSegment(glob: string): Segment | undefined {
  if (!/[*?[\\]/.test(glob)) return (name) => name === glob;
  if (!/[?[\\]/.test(glob)) {
    const pieces = glob.split(/\*+/);
    return (name) => followsPieces(pieces, name);
  }
  const tokens = tokensOf(glob);
  if (tokens === undefined) return undefined;
  return (name) => matchTokens(tokens, /[\ud800-\udfff]/.test(name) ? [...name] : name);
}

function tokensOf(glob: string): Token[] | undefined {
  const tokens: Token[] = [];
  const chars = [...glob];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] as string;
    if (char === "*") tokens.push(star);
    else if (char === "?") tokens.push(any);
    else if (char === "[") {
      const found = readClass(chars, at);
      if (found === undefined) return undefined;
      tokens.push(found.token);
      at = found.end;
    } else if (char === "\\") {
      const literal = chars[++at];
      if (literal === undefined) return undefined;
      tokens.push(literally(literal));
    } else tokens.push(literally(char));
  }
  return tokens;
}

/** `[abc]`, `[a-z]`, `[!a]`; a `]` right behind the opening is one of the class. */
function readClass(chars: readonly string[], start: number): { token: Token; end: number } | undefined {
  const negated = chars[start + 1] === "!" || chars[start + 1] === "^";
  const first = start + (negated ? 2 : 1);
  const ranges: [string, string][] = [];
  for (let at = first; at < chars.length; at++) {
    let from = chars[at] as string;
    if (from === "]" && at > first) {
      const fits = (char: string): boolean => ranges.some(([low, high]) => char >= low && char <= high) !== negated;
      return { token: { star: false, fits }, end: at };
    }
    if (from === "\\") from = chars[++at] ?? "";
    const to = chars[at + 1] === "-" && chars[at + 2] !== "]" ? chars[at + 2] : undefined;
    if (to !== undefined) at += 2;
    ranges.push([from, to ?? from]);
  }
  return undefined;
}

function matchTokens(tokens: readonly Token[], chars: ArrayLike<string>): boolean {
  spend(2 * chars.length + callSteps);
  let at = 0;
  let char = 0;
  let last = -1;
  let lastChar = 0;
  while (char < chars.length) {
    const token = tokens[at];
    if (token?.star) {
      last = at++;
      lastChar = char;
    } else if (token?.fits(chars[char] as string)) {
      at++;
      char++;
    } else if (last !== -1) {
      spend(at - last);
      at = last + 1;
      char = ++lastChar;
    } else return false;
  }
  while (tokens[at]?.star) at++;
  return at === tokens.length;
}

/** A slash always separates, also in brackets. */
function splitSegments(glob: string): string[] {
  return glob.split("/").filter((segment) => segment !== "");
}
