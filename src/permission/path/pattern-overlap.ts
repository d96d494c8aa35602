import { spend } from "../work.ts";

const callSteps = 32;
const tokenSteps = 4;

/** A text of any length, slashes included, that cannot be known: in a pattern made of a word of a shell. */
export const anyText = "\uE000";

/**
 * Whether some path fits both patterns, each a list of names as gitignore has them (`**`, `*`, `?`, `[a]`, `\*`). The
 * names of `named` that say nothing (`**`, `*`) do not stand for the name that the rule is about, `key` of `rule`, unless
 * `isSwallowed`: `src/**` + `/*.ts` says nothing of `secrets`.
 */
export function patternsOverlap(
  named: readonly string[],
  rule: readonly string[],
  key: number,
  isSwallowed: boolean,
): boolean {
  const width = rule.length + 1;
  spend(named.length * width + callSteps);
  const known = new Int8Array((named.length + 1) * width);
  const at = (a: number, b: number): boolean => {
    const index = a * width + b;
    if (known[index] === 0) known[index] = look(a, b) ? 1 : -1;
    return known[index] === 1;
  };
  const look = (a: number, b: number): boolean => {
    // What is below what a rule means is meant, too.
    if (b === rule.length) return true;
    const mine = named[a];
    const its = rule[b] as string;
    if (its === "**") return at(a, b + 1) || (mine !== undefined && at(a + 1, b));
    if (mine === undefined) return false;
    const mayStand = isSwallowed || b !== key || /[^*?]/.test(mine);
    if (mine === "**") return at(a + 1, b) || (mayStand && at(a, b + 1));
    return mayStand && namesOverlap(mine, its) && at(a + 1, b + 1);
  };
  return at(0, 0);
}

type Token = "*" | "?" | "[" | { readonly char: string };

/** Whether some name fits both; a class is taken for any letter. */
export function namesOverlap(a: string, b: string): boolean {
  spend(callSteps);
  const mine = readName(a);
  if (mine === undefined) return false;
  const [firstA, firstB] = [a.search(wild), b.search(wild)];
  if (firstA === -1 && firstB === -1) return a === b;
  if (!startsAlike(a, firstA, b, firstB) || !endsAlike(a, b)) return false;
  const theirs = tokensOf(b);
  let row = new Uint8Array(theirs.length + 1);
  let next = new Uint8Array(theirs.length + 1);
  row[0] = 1;
  skipStars(theirs, row);
  for (const token of mine) {
    spend(tokenSteps * theirs.length + tokenSteps);
    if (token === "*") fillFromFirst(row);
    else {
      next.fill(0);
      step(token, theirs, row, next);
      [row, next] = [next, row];
    }
    skipStars(theirs, row);
  }
  return row[theirs.length] === 1;
}

const wild = /[*?[\\]/;

/** No file has a longer name. */
const maxName = 255;

/** One name is held against many rules. */
const known = new Map<string, readonly Token[] | undefined>();
const maxKnown = 64;

/** Undefined: whatever its wildcards stand for, it is longer than any file's. */
function readName(name: string): readonly Token[] | undefined {
  if (known.has(name)) return known.get(name);
  const tokens = tokensOf(name).filter((token, at, all) => token !== "*" || all[at - 1] !== "*");
  const isTooLong = tokens.length > maxName && tokens.filter((token) => token !== "*").length > maxName;
  if (known.size >= maxKnown) known.clear();
  known.set(name, isTooLong ? undefined : tokens);
  return known.get(name);
}

/** In front of the wildcards. */
function startsAlike(a: string, firstA: number, b: string, firstB: number): boolean {
  const length = Math.min(firstA === -1 ? a.length : firstA, firstB === -1 ? b.length : firstB);
  return a.startsWith(b.slice(0, length));
}

/** Behind the wildcards. */
function endsAlike(a: string, b: string): boolean {
  const length = Math.min(literalEnd(a), literalEnd(b));
  return length === 0 || a.endsWith(b.slice(-length));
}

function literalEnd(name: string): number {
  let length = 0;
  while (length < name.length && !"*?[]\\".includes(name[name.length - 1 - length] as string)) length += 1;
  return length;
}

/** Behind a star of ours, whatever comes behind a place that was reached. */
function fillFromFirst(row: Uint8Array): void {
  const first = row.indexOf(1);
  if (first !== -1) row.fill(1, first);
}

/** One letter of ours, which a star of theirs takes and stays. */
function step(token: Token, theirs: readonly Token[], row: Uint8Array, next: Uint8Array): void {
  for (let at = 0; at < theirs.length; at += 1) {
    if (row[at] !== 1) continue;
    const other = theirs[at] as Token;
    if (other === "*") next[at] = 1;
    else if (fits(token, other)) next[at + 1] = 1;
  }
}

/** A star of theirs may stand for nothing. */
function skipStars(theirs: readonly Token[], row: Uint8Array): void {
  for (let at = 0; at < theirs.length; at += 1) if (row[at] === 1 && theirs[at] === "*") row[at + 1] = 1;
}

function fits(a: Token, b: Token): boolean {
  return typeof a === "string" || typeof b === "string" || a.char === b.char;
}

function tokensOf(glob: string): Token[] {
  const tokens: Token[] = [];
  const chars = [...glob];
  const lastClose = chars.lastIndexOf("]");
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] as string;
    if (char === "*" || char === "?") tokens.push(char);
    else if (char === "[" && at < lastClose) {
      const [found] = bracket.exec(chars.slice(at, at + maxName).join("")) ?? [];
      tokens.push(found === undefined ? { char } : "[");
      if (found !== undefined) at += [...found].length - 1;
    } else if (char === "\\") {
      at += 1;
      tokens.push({ char: chars[at] ?? "\\" });
    } else tokens.push({ char });
  }
  return tokens;
}

const bracket = /^\[[!^]?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]])*\]/u;

/** The names of an absolute pattern in which `anyText` may stand; more than one of these are taken for one. */
export function segmentsOf(pattern: string): readonly (readonly string[])[] {
  const first = pattern.indexOf(anyText);
  if (first === -1) return [split(pattern)];
  const last = pattern.lastIndexOf(anyText);
  const [before, behind] = [pattern.slice(0, first), pattern.slice(last + 1)];
  return [split(`${before}*${behind}`), [...split(`${before}*`), "**", ...split(`*${behind}`)]];
}

function split(pattern: string): string[] {
  return pattern.split("/").filter((one) => one !== "" && one !== ".");
}
