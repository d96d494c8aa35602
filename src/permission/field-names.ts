/** What the name of a field says of the texts in it. */
export type FieldKind =
  /** A command line, or the words of one. */
  | "command"
  /** What a program is given. */
  | "arguments"
  /** What a person reads, or is searched for. */
  | "prose"
  /** The same, also of a tool that runs commands: what it says about the call. */
  | "remark"
  | "other";

/** Other people name their fields: by the words in a name, however they are joined. */
export function fieldKind(name: string): FieldKind {
  const known = kinds.get(name);
  if (known !== undefined) return known;
  const kind = name.length > maxName ? "other" : readKind(name);
  if (kinds.size >= maxKnown) kinds.clear();
  kinds.set(name, kind);
  return kind;
}

/** Does the name of a tool say that it runs commands? `mcp__shell__send`, `local_shell`. */
export function saysShell(tool: string): boolean {
  return tool.length <= maxName && /shell|bash|terminal|command|cmd|tmux|ssh/.test(wordsOf(tool).join(""));
}

const kinds = new Map<string, FieldKind>();
const maxKnown = 1_000;
const maxName = 200;

function readKind(name: string): FieldKind {
  const words = wordsOf(name);
  const last = words.at(-1) ?? "";
  if (words.some((word) => remarks.has(word))) return "remark";
  if (argumentNames.has(words.join(""))) return "arguments";
  if (isCommand(words) && !aspects.has(last)) return "command";
  return prose.has(last) ? "prose" : "other";
}

/** `shellCommand`, `command_line`, `cmdline`, `script-content`; no `description`, no `country_code`. */
function isCommand(words: readonly string[]): boolean {
  const [first = ""] = words;
  const last = words.at(-1) ?? "";
  if (/command|cmd|shell|bash|argv|exec(?!ution|utive|utor)/.test(words.join(""))) return true;
  if (words.some((word) => commandWords.has(word) || /^(?:run|shell)?scripts?(?:text|body|content)?$/.test(word)))
    return true;
  return first === "code" || (last === "code" && codeOf.has(words.at(-2) ?? ""));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

const commandWords = setOf("program programs powershell pwsh zsh sh stdin entrypoint terminal");
/** What is said of a command, and is none. */
const aspects = setOf(
  "id ids type kind count timeout language lang version status index limit mode format encoding cwd dir directory url ms seconds",
);
const codeOf = setOf("source python py javascript js typescript ts node ruby shell script program");
const argumentNames = setOf("args arguments params parameters flags argumentlist arglist");
const remarks = setOf(
  "description title reason summary explanation thought thoughts justification rationale purpose comment comments subject label labels topic",
);
const prose = setOf(
  "text body message messages content contents prompt note notes query queries question answer instruction instructions " +
    "goal task search keyword keywords term terms context detail details caption markdown html diff patch review reply " +
    "feedback heading paragraph story issue plan todo pattern regex q newtext oldtext",
);
