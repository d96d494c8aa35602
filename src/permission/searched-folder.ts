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

const climbs = /(?:^|\/)\.\.(?:\/|$)/;

/** The patterns that names have to fit for a search to look into the files; undefined: it looks into all. */
export function searchedNames({ glob, type }: { readonly [field: string]: unknown }): readonly string[] | undefined {
  const ofType = typeof type === "string" && Object.hasOwn(extensions, type) ? extensions[type] : undefined;
  if (typeof glob !== "string" || glob.trim() === "") return ofType?.split(" ").map((one) => `*.${one}`);
  // Several may be given, and what is left out again does not matter.
  const globs = glob.split(/[\s,]+(?![^{]*\})/).filter((one) => one !== "" && !one.startsWith("!"));
  if (globs.length === 0) return undefined;
  return globs.flatMap(expandBraces).map((one) => one.replace(/^\.?\/+/, ""));
}

/** `*.{ts,tsx}`; what is written in another way may be anything. */
function expandBraces(glob: string): string[] {
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
