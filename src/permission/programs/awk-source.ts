/**
 * Does a program for awk only calculate and print? Nothing in it runs a program, opens a file, shows the environment or the
 * arguments, or calls what is not spelled. Where awks differ about what a slash is, both readings have to be plain.
 */
export function isPlainAwkSource(source: string): boolean {
  if (source.length > maxSource || /\\[\r\n]|\r|\0/.test(source)) return false;
  const defined = [...source.matchAll(/\bfunc(?:tion)?\s+(\w+)/g)].map(([, name = ""]) => name);
  return isPlainFrom(
    { source, functions: new Set([...builtins, ...defined]) },
    { at: 0, before: "", prints: false },
    3,
  );
}

const maxSource = 2_048;

interface Source {
  readonly source: string;
  /** What may be called. */
  readonly functions: ReadonlySet<string>;
}

interface Cursor {
  readonly at: number;
  /** The token in front, which says whether a slash divides. */
  readonly before: string;
  /** In a statement that prints, `>` writes to a file. */
  readonly prints: boolean;
}

/** `doubts`: how many slashes may still be read in two ways. */
function isPlainFrom(given: Source, start: Cursor, doubts: number): boolean {
  const { source } = given;
  let left = doubts;
  let cursor: Cursor | undefined = start;
  while (cursor !== undefined && cursor.at < source.length) {
    if (source[cursor.at] === "/" && slashOf(cursor.before) === "either") {
      const behind = { ...cursor, at: cursor.at + 1, before: "/" };
      const isPlain = left > 0 && isPlainFrom(given, behind, left - 1);
      // A regular expression that does not end is none to anybody.
      if (!isPlain || !endsOnLine(source, behind.at)) return isPlain;
      left -= 1;
    }
    cursor = behindToken(given, cursor);
  }
  return cursor !== undefined;
}

/** Undefined: it is not plain. */
function behindToken(given: Source, cursor: Cursor): Cursor | undefined {
  const { source } = given;
  const { at, before, prints } = cursor;
  const char = source.charAt(at);
  if (char === " " || char === "\t") return { at: at + 1, before, prints };
  if (char === "#") return { at: endOf(source.indexOf("\n", at), source), before, prints };
  if (char === '"' || (char === "/" && slashOf(before) !== "divides")) {
    const end = behindQuote(source, at, char);
    return end === -1 ? undefined : { at: end, before: char, prints };
  }
  return /[\w.]/.test(char) ? behindWord(given, cursor) : behindOperator(source, cursor);
}

function behindWord({ source, functions }: Source, { at, prints }: Cursor): Cursor | undefined {
  word.lastIndex = at;
  const name = word.exec(source)?.[0] ?? "";
  const next = source[at + name.length] ?? " ";
  // Awks differ about where a number ends.
  if (forbidden.has(name) || (/^[\d.]/.test(name) && /[A-Za-z_.]/.test(next))) return undefined;
  if (next === "(" && /^[A-Za-z_]/.test(name) && !functions.has(name)) return undefined;
  return { at: at + name.length, before: name, prints: prints || name === "print" || name === "printf" };
}

function behindOperator(source: string, { at, prints }: Cursor): Cursor | undefined {
  const char = source.charAt(at);
  const next = source[at + 1];
  if (char === "|") return next === "|" ? { at: at + 2, before: "||", prints } : undefined;
  if (char === ">" && (prints || next === ">")) return undefined;
  if (char === ";" || char === "}") return { at: at + 1, before: char, prints: false };
  return /[\n$!~%^*/+\-=<>?:,(){[\]&]/.test(char) ? { at: at + 1, before: char, prints } : undefined;
}

const word = /[A-Za-z_]\w*|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+|\./y;

function endOf(found: number, source: string): number {
  return found === -1 ? source.length : found;
}

function endsOnLine(source: string, start: number): boolean {
  const slash = source.indexOf("/", start);
  const line = source.indexOf("\n", start);
  return slash !== -1 && (line === -1 || slash < line);
}

/** Behind a string or a regular expression; -1 where it does not end, or its end is not the same to all. */
function behindQuote(source: string, start: number, quote: '"' | "/"): number {
  let isSet = false;
  for (let at = start + 1; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === "\n") return -1;
    if (char === "\\") at += 1;
    else if (char === quote && !isSet) return at + 1;
    else if (char === quote) return -1;
    else if (quote === "/") isSet = char === "[" || (isSet && char !== "]");
  }
  return -1;
}

/** What a slash behind a token is: a value is divided, and everything else waits for one. */
function slashOf(before: string): "divides" | "begins" | "either" {
  if (/^(?:|[\n;{}(,!~&|]|\|\||print|printf|return|in)$/.test(before)) return "begins";
  return /^[\w.]+$/.test(before) && !/^(?:length|else|do|getline)$/.test(before) ? "divides" : "either";
}

/** They run programs, read and write files, show what is not in the input, or find a function by its name. */
const forbidden: ReadonlySet<string> = new Set(
  (
    "system getline close ENVIRON ARGV ARGC ARGIND PROCINFO SYMTAB FUNCTAB extension bindtextdomain dcgettext dcngettext " +
    "include load namespace"
  ).split(" "),
);

const builtins: readonly string[] = (
  "length substr index split sub gsub gensub match sprintf tolower toupper int sqrt exp log sin cos atan2 rand srand " +
  "strftime systime mktime asort asorti and or xor lshift rshift compl strtonum isarray typeof patsplit fflush " +
  "if while for switch return print printf in else do delete exit BEGIN END"
).split(" ");
