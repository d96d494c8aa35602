import { expandAlternatives, expandBraces } from "./slips/slip.ts";

/** The folder a search begins in: a pattern may name one of its own, above or beside that of the tool. */
export function searchedFolder(folder: string, pattern: unknown): string {
  if (typeof pattern !== "string" || !(pattern.startsWith("/") || pattern.startsWith("~") || climbs.test(pattern)))
    return folder;
  const parts = pattern.split("/");
  const wild = parts.findIndex((part) => /[*?[{\\]/.test(part));
  // Behind a wildcard, `..` leads to wherever.
  if (wild !== -1 && parts.slice(wild).includes("..")) return "/";
  const named = (wild === -1 ? parts : parts.slice(0, wild)).join("/");
  return /^[/~]/.test(pattern) ? named || "/" : `${folder}/${named}`;
}

/**
 * What a pattern points at, for what restricts: each of its alternatives up to its first wildcard. With `wild`, the whole
 * of those that have one; a name that only ends like something (`*.ts`) points at nothing.
 */
export function pointedAt(
  folder: string,
  pattern: unknown,
): { readonly heads: readonly string[]; readonly wild: readonly string[] } {
  if (typeof pattern !== "string" || pattern.length > maxPattern) return { heads: [], wild: [] };
  const at = (path: string): string => (/^[/~]/.test(path) ? path : `${folder}/${path}`);
  const all = alternativesOf(pattern.trim()).map((one) => one.split("/"));
  const heads = all.map((parts) => {
    const first = parts.findIndex(isWild);
    return (first === -1 ? parts : parts.slice(0, first)).join("/").replace(/\\(.)/g, "$1");
  });
  const wild = all.filter((parts) => parts.some(isWild));
  return {
    heads: [...new Set(heads)].filter((head) => head !== "").map(at),
    wild: wild.map((parts) => at(parts.map((part) => (part.startsWith("*") && part !== "**" ? "*" : part)).join("/"))),
  };
}

const maxPattern = 1_024;

function isWild(part: string): boolean {
  return /[*?[{(]/.test(part.replace(/\\./g, ""));
}

/** `{a,b}/*`, `@(a|b)/*`. */
function alternativesOf(pattern: string): readonly string[] {
  const plain = pattern.replace(/[@+]\(([^()|]*)\)/g, "$1");
  const braced = expandBraces(plain) ?? [plain];
  return braced.flatMap((one) => expandAlternatives(one, "[@+]") ?? [one]).slice(0, maxAlternatives);
}

const maxAlternatives = 64;

const climbs = /(?:^|\/)\.\.(?:\/|$)/;

/** The patterns that names have to fit for a search to look into the files; undefined: it looks into all. */
export function searchedNames({ glob, type }: { readonly [field: string]: unknown }): readonly string[] | undefined {
  const ofType = typeof type === "string" && Object.hasOwn(extensions, type) ? extensions[type] : undefined;
  if (typeof glob !== "string" || glob.trim() === "") return ofType?.split(" ").map((one) => `*.${one}`);
  // Nobody writes as much.
  if (glob.length > maxGlob) return undefined;
  // Several may be given, and what is left out again does not matter.
  const globs = glob.split(/[\s,]+(?![^{]*\})/).filter((one) => one !== "" && !one.startsWith("!"));
  if (globs.length === 0) return undefined;
  return globs.flatMap(expandOne).map((one) => one.replace(/^\.?\/+/, ""));
}

const maxGlob = 1_000;

/** `*.{ts,tsx}`; what is written in another way may be anything. */
function expandOne(glob: string): string[] {
  const [, before = "", inside = "", behind = ""] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(glob) ?? [];
  if (inside !== "") return inside.split(",").map((one) => before + one + behind);
  return [/[{}\\]/.test(glob) ? "**" : glob];
}

/** Of ripgrep's types the well-known ones. */
const extensions: { readonly [type: string]: string } = {
  js: "js jsx vue cjs mjs",
  ts: "ts tsx cts mts",
  py: "py pyi",
  rust: "rs",
  go: "go",
  java: "java jsp jspx properties",
  c: "c h H idl cats",
  cpp: "cpp cc cxx c++ h hh hpp hxx inl C H",
  md: "md mdx markdown mdown mkd mkdn mdwn",
  json: "json sarif",
  html: "htm html ejs",
  css: "css scss",
  ruby: "rb rbw gemspec",
  php: "php php3 php4 php5 php7 php8 pht phtml",
  swift: "swift",
  kotlin: "kt kts",
  sql: "sql psql",
};
