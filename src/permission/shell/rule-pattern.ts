/**
 * The pattern of a Bash rule. `*` stands for any text, `\*` for a star; a trailing `:*` or ` *` for any
 * further words, or none. Each function takes time proportional to the text.
 */
export function covers(pattern: string, text: string, guarded: readonly (readonly [number, number])[]): boolean {
  if (!looksAlike(pattern, text)) return false;
  // Most rules end in their only wildcard: then nothing behind its beginning may be guarded.
  if (/^[^*\\]+[: ]\*$/.test(pattern)) {
    const fixed = pattern.length - 2;
    const isWhole = text.length === fixed || text.charAt(fixed) === " ";
    return isWhole && guarded.every(([from, to]) => to <= fixed + 1 || from === to);
  }
  return run(pattern, text, guarded);
}

/** Could the pattern match, if each mark in the text were replaced by some text? */
export function mayMatch(pattern: string, text: string): boolean {
  return (text.includes(unknownMark) || looksAlike(pattern, text)) && run(pattern, text, []);
}

/** Stands for text that is not known. No line that can be read contains it. */
export const unknownMark = "\0";

export function hasWildcard(pattern: string): boolean {
  return /(?:^|[^\\])\*/.test(pattern);
}

/** The cheap test that tells most rules apart: what is in front of the first star and behind the last one. */
function looksAlike(pattern: string, text: string): boolean {
  const star = pattern.indexOf("*");
  if (star === -1) return pattern === text;
  const tail = pattern.charAt(star - 1);
  const fixed = star > 0 && (tail === ":" || tail === " " || tail === "\\") ? star - 1 : star;
  return text.startsWith(pattern.slice(0, fixed)) && text.endsWith(pattern.slice(pattern.lastIndexOf("*") + 1));
}

const any = -1;

interface Compiled {
  /** Character codes, or `any`. */
  readonly tokens: readonly number[];
  /** Further words may follow, separated by a space. */
  readonly open: boolean;
}

function compile(pattern: string): Compiled {
  const open = /(?::| )\*$/.test(pattern) && pattern.length > 2;
  const end = open ? pattern.length - 2 : pattern.length;
  const tokens: number[] = [];
  for (let at = 0; at < end; at += 1) {
    const code = pattern.charCodeAt(at);
    const escapes = code === 0x5c && pattern.charAt(at + 1) === "*" && at + 1 < end;
    if (escapes) at += 1;
    if (escapes || code !== 0x2a) tokens.push(pattern.charCodeAt(at));
    else if (tokens.at(-1) !== any) tokens.push(any);
  }
  return { tokens: open ? [...tokens, 0x20, any] : tokens, open };
}

/** Follows all ways through the pattern at once, so that no text can make it go back. */
function run(pattern: string, text: string, guarded: readonly (readonly [number, number])[]): boolean {
  const { tokens, open } = compile(pattern);
  let states = new Uint8Array(tokens.length + 1);
  let next = new Uint8Array(tokens.length + 1);
  enter(states, tokens, 0);
  let guard = 0;
  for (let at = 0; at < text.length; at += 1) {
    while (guard < guarded.length && (guarded[guard]?.[1] ?? 0) <= at) guard += 1;
    const isGuarded = at >= (guarded[guard]?.[0] ?? text.length);
    next.fill(0);
    if (!step(states, next, tokens, text.charCodeAt(at), isGuarded)) return false;
    [states, next] = [next, states];
  }
  return states[tokens.length] === 1 || (open && states[tokens.length - 2] === 1);
}

/** False when no way is left. */
function step(
  states: Uint8Array,
  next: Uint8Array,
  tokens: readonly number[],
  code: number,
  guarded: boolean,
): boolean {
  let alive = false;
  for (let state = 0; state <= tokens.length; state += 1) {
    if (states[state] !== 1) continue;
    if (code === 0) {
      // Unknown text may satisfy everything that follows.
      next.fill(1, state);
      return true;
    }
    const token = tokens[state];
    if (token === any ? guarded : token !== code) continue;
    enter(next, tokens, token === any ? state : state + 1);
    alive = true;
  }
  return alive;
}

/** A star may stand for nothing. */
function enter(states: Uint8Array, tokens: readonly number[], state: number): void {
  states[state] = 1;
  if (tokens[state] === any) states[state + 1] = 1;
}
