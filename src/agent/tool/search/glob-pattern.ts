/** Does a path, relative to the folder of the pattern and without a leading slash, fit? */
export interface GlobPattern {
  /** `!` stands before it. */
  readonly isNegated: boolean;
  matches(path: string, isFolder: boolean): boolean;
}

/**
 * A glob as `.gitignore` and ripgrep have it, with `{a,b}`: one without a slash
 * fits in every folder, `*` stays in a folder, `**` does not, a slash at the end means a folder.
 * Throws for one that cannot be read.
 */
export function globPattern(glob: string): GlobPattern {
  const isNegated = glob.startsWith("!");
  const written = isNegated ? glob.slice(1) : glob;
  const isForFolders = written.endsWith("/") && !written.endsWith("\\/");
  const body = isForFolders ? written.slice(0, -1) : written;
  const isAnchored = body.includes("/");
  const regex = new RegExp(`^${globRegex(isAnchored ? body.replace(/^\//, "") : `**/${body}`)}$`, "su");
  return { isNegated, matches: (path, isFolder) => (isFolder || !isForFolders) && regex.test(path) };
}

/** The source of an expression for whole paths. */
function globRegex(glob: string): string {
  let source = "";
  let depth = 0;
  for (let at = 0; at < glob.length; ) {
    const rest = glob.slice(at);
    const [taken, piece] = piecesAt(rest, at === 0 || glob[at - 1] === "/", depth);
    if (rest[0] === "{") depth += 1;
    if (rest[0] === "}" && depth > 0) depth -= 1;
    source += piece;
    at += taken;
  }
  if (depth > 0) throw new Error(`the glob '${glob}' has an unclosed '{'`);
  return source;
}

/** How much of the glob is taken, and what it becomes. */
function piecesAt(rest: string, isStart: boolean, depth: number): readonly [number, string] {
  const [first = "", second] = rest;
  if (isStart && rest.startsWith("**/")) return [3, "(?:.*/)?"];
  if (isStart && rest === "**") return [2, ".*"];
  switch (first) {
    case "*":
      return [1, "[^/]*"];
    case "?":
      return [1, "[^/]"];
    case "[":
      return classAt(rest);
    case "{":
      return [1, "(?:"];
    case "}":
      return [1, depth > 0 ? ")" : "\\}"];
    case ",":
      return [1, depth > 0 ? "|" : ","];
    case "\\":
      if (second === undefined) throw new Error("a glob must not end in '\\'");
      return [1 + second.length, escaped(second)];
    default:
      return [first.length, escaped(first)];
  }
}

/** `[a-z]`, `[!a-z]`, `[^a-z]`; a bracket that comes first is meant. */
function classAt(rest: string): readonly [number, string] {
  const found = /^\[([!^]?)(\]?[^\]]*)\]/.exec(rest);
  if (found === null) throw new Error("a glob has an unclosed '['");
  const [whole, negation, members = ""] = found;
  const source = members.replaceAll(/[\\\]^[&~|]/g, "\\$&");
  return [whole.length, negation === "" ? `(?!/)[${source}]` : `(?!/)[^${source}]`];
}

function escaped(character: string): string {
  return character.replace(/[$()*+.?[\\\]^{|}/]/, "\\$&");
}
