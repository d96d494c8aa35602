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
      at = star + 1;
      name = ++starName;
    } else return false;
  }
  while (segments[at] === "**") at++;
  return at === segments.length;
}

type Token = { readonly star: true } | { readonly star: false; readonly fits: (char: string) => boolean };

const any: Token = { star: false, fits: () => true };

function compileSegment(glob: string): Segment | undefined {
  if (!/[*?[\\]/.test(glob)) return (name) => name === glob;
  const tokens = tokensOf(glob);
  return tokens === undefined ? undefined : (name) => matchTokens(tokens, [...name]);
}

function tokensOf(glob: string): Token[] | undefined {
  const tokens: Token[] = [];
  const chars = [...glob];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] as string;
    if (char === "*") tokens.push({ star: true });
    else if (char === "?") tokens.push(any);
    else if (char === "[") {
      const found = readClass(chars, at);
      if (found === undefined) return undefined;
      tokens.push(found.token);
      at = found.end;
    } else if (char === "\\") {
      const literal = chars[++at];
      if (literal === undefined) return undefined;
      tokens.push({ star: false, fits: (other) => other === literal });
    } else tokens.push({ star: false, fits: (other) => other === char });
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

function matchTokens(tokens: readonly Token[], chars: readonly string[]): boolean {
  let at = 0;
  let char = 0;
  let star = -1;
  let starChar = 0;
  while (char < chars.length) {
    const token = tokens[at];
    if (token?.star) {
      star = at++;
      starChar = char;
    } else if (token?.fits(chars[char] as string)) {
      at++;
      char++;
    } else if (star !== -1) {
      at = star + 1;
      char = ++starChar;
    } else return false;
  }
  while (tokens[at]?.star) at++;
  return at === tokens.length;
}

/** A slash always separates, also in brackets. */
function splitSegments(glob: string): string[] {
  return glob.split("/").filter((segment) => segment !== "");
}
