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
  if (!wild.test(a) && !wild.test(b)) return a === b;
  const ours = tokensOf(a);
  const theirs = tokensOf(b);
  let row = reached(theirs, [true]);
  for (const token of ours) row = reached(theirs, token === "*" ? fromFirst(row) : stepped(token, theirs, row));
  return row[theirs.length] === true;
}

/** Behind a star of ours, whatever comes behind a place that was reached. */
function fromFirst(row: readonly boolean[]): boolean[] {
  const first = row.indexOf(true);
  return row.map((_, at) => first !== -1 && at >= first);
}

/** One letter of ours, which a star of theirs takes and stays. */
function stepped(token: Token, theirs: readonly Token[], row: readonly boolean[]): boolean[] {
  const next: boolean[] = [];
  for (const [at, other] of theirs.entries()) {
    if (row[at] !== true) continue;
    if (other === "*") next[at] = true;
    else if (fits(token, other)) next[at + 1] = true;
  }
  return next;
}

const wild = /[*?[\\]/;

/** Where a star of theirs may stand for nothing. */
function reached(theirs: readonly Token[], row: boolean[]): boolean[] {
  const all = Array.from({ length: theirs.length + 1 }, (_, at) => row[at] === true);
  for (const [at, token] of theirs.entries()) if (token === "*" && all[at]) all[at + 1] = true;
  return all;
}

function fits(a: Token, b: Token): boolean {
  return typeof a === "string" || typeof b === "string" || a.char === b.char;
}

function tokensOf(glob: string): Token[] {
  const tokens: Token[] = [];
  const chars = [...glob];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] as string;
    if (char === "*" || char === "?") tokens.push(char);
    else if (char === "[") {
      const end = chars.indexOf("]", at + (chars[at + 1] === "!" || chars[at + 1] === "^" ? 3 : 2));
      tokens.push(end === -1 ? { char } : "[");
      if (end !== -1) at = end;
    } else if (char === "\\") {
      at += 1;
      tokens.push({ char: chars[at] ?? "\\" });
    } else tokens.push({ char });
  }
  return tokens;
}

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
