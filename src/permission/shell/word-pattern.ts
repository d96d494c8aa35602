import { anyText } from "../path/pattern-overlap.ts";
import { spend } from "../work.ts";

/** What a word of a shell may become. */
interface WordPatterns {
  /** Patterns as gitignore has them: what is literal has a backslash before `*?[\`, what cannot be known is `anyText`. */
  readonly patterns: readonly string[];
  /** Texts in expansions, which may become the word: `${x:-.env}`, `$(echo .env)`. */
  readonly inner: readonly string[];
}

/** What is known of the folders that a word can name without naming them. */
export interface WordPlaces {
  readonly home: string;
  /** Where the command runs; undefined where that cannot be known. */
  readonly here: string | undefined;
  /** Where it may run. */
  readonly maybe?: readonly string[];
}

/** Reads a word as it is written: quotes, `~`, `$HOME`, `$PWD`, braces and wildcards; other expansions become any text. */
export function wordPatterns(text: string, places: WordPlaces): WordPatterns {
  if (!special.test(text)) return { patterns: [text], inner: none };
  const reader = new WordPatternReader(text, places);
  return { patterns: expandBraces(reader.read()), inner: reader.inner };
}

/** What a shell reads as more than itself, and the marks that are put in its place. */
const special = /["'\\$`~{\uE001-\uE003]/;
const none: readonly never[] = [];

/** Literal text as a pattern. */
export function escaped(text: string): string {
  return wild.test(text) ? text.replace(/[*?[\\]/g, "\\$&") : text;
}

const wild = /[*?[\\]/;
const wildOrAny = new RegExp(`[*?[\\\\${anyText}]`);

/** What a pattern without wildcards stands for; undefined if it has one. */
export function literalOf(pattern: string): string | undefined {
  if (!wildOrAny.test(pattern)) return pattern;
  const bare = pattern.replace(/\\[\s\S]/g, "");
  return /[*?[]/.test(bare) || bare.includes(anyText) ? undefined : pattern.replace(/\\([\s\S])/g, "$1");
}

const [open, comma, close] = ["\uE001", "\uE002", "\uE003"];

class WordPatternReader {
  readonly inner: string[] = [];
  readonly #text: string;
  readonly #places: WordPlaces;
  #at = 0;
  #out = "";

  constructor(text: string, places: WordPlaces) {
    this.#text = text;
    this.#places = places;
  }

  read(): string {
    while (this.#at < this.#text.length) this.#readPiece();
    return this.#out;
  }

  #readPiece(): void {
    const char = this.#text.charAt(this.#at);
    if (char === "'") return this.#quoted();
    if (char === '"') return this.#doubleQuoted();
    if (char === "\\") return this.#literal(this.#text.charAt(this.#at + 1), 2);
    if (char === "$" || char === "`") return this.#expansion();
    if (char === "~" && /^[=:]?$/.test(this.#text[this.#at - 1] ?? "")) return this.#tilde();
    const brace = "{,}".indexOf(char);
    this.#out += brace === -1 ? char : ([open, comma, close][brace] as string);
    this.#at += 1;
  }

  #literal(text: string, length: number): void {
    this.#out += escaped(text);
    this.#at += length;
  }

  #quoted(): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    const text = this.#text.slice(this.#at + 1, end === -1 ? undefined : end);
    this.#literal(text, text.length + 2);
  }

  #doubleQuoted(): void {
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] as string;
      if (char === '"') break;
      const next = this.#text[this.#at + 1] ?? "";
      if (char === "\\" && /["\\$`]/.test(next)) this.#literal(next, 2);
      else if (char === "$" || char === "`") this.#expansion();
      else this.#literal(char, 1);
    }
    this.#at += 1;
  }

  /** `$HOME` and `$PWD` are known; whatever else is in an expansion may become the word. */
  #expansion(): void {
    const rest = this.#text.slice(this.#at);
    const simple = /^\$(?:\{(\w+)\}|(\w+))/.exec(rest);
    const name = simple?.[1] ?? simple?.[2];
    const folder = name === "HOME" ? this.#places.home : name === "PWD" ? this.#places.here : undefined;
    if (simple !== null) {
      this.#out += folder === undefined ? anyText : escaped(folder);
      this.#at += simple[0].length;
      return;
    }
    if (rest.startsWith("$'")) {
      this.#out += anyText;
      this.#at = this.#behind("'", this.#at + 2);
      return;
    }
    if (!/^[`]|^\$[({[@*#?!$-]/.test(rest)) {
      this.#out += /^\$"/.test(rest) ? "" : "$";
      this.#at += 1;
      return;
    }
    const end = this.#endOfExpansion();
    this.inner.push(this.#text.slice(this.#at + 1, end));
    this.#out += anyText;
    this.#at = end;
  }

  #endOfExpansion(): number {
    const [first, opening = ""] = this.#text.slice(this.#at);
    if (first === "`") return this.#behind("`", this.#at + 1);
    if (opening !== "{" && opening !== "(") return this.#at + 2;
    const closing = opening === "{" ? "}" : ")";
    let depth = 0;
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      if (this.#text[at] === opening) depth += 1;
      else if (this.#text[at] === closing) depth -= 1;
      if (depth === 0) return at + 1;
    }
    return this.#text.length;
  }

  #behind(mark: string, from: number): number {
    const end = this.#text.indexOf(mark, from);
    return end === -1 ? this.#text.length : end + 1;
  }

  /** The home folder of another name may be this one. */
  #tilde(): void {
    const [all, name = ""] = /^~([^/:=,"'$`\\]*)/.exec(this.#text.slice(this.#at)) as RegExpExecArray;
    const folder = name === "" ? this.#places.home : name === "+" ? this.#places.here : undefined;
    this.#out += folder === undefined ? anyText : escaped(folder);
    this.#at += all.length;
  }
}

/** More than anybody writes by hand are taken for any text. */
const maxExpanded = 64;

function expandBraces(pattern: string): string[] {
  let todo = [pattern];
  for (let round = 0; round < maxRounds; round += 1) {
    if (!todo.some((one) => innermost.test(one))) return [...new Set(todo.map(withoutMarks))];
    todo = todo.flatMap(expandOne);
    if (todo.length > maxExpanded) break;
  }
  const first = pattern.indexOf(open as string);
  return [
    withoutMarks(pattern.slice(0, first)) +
      anyText +
      withoutMarks(pattern.slice(pattern.lastIndexOf(close as string) + 1)),
  ];
}

const maxRounds = 16;
const innermost = new RegExp(`${open}([^${open}${close}]*)${close}`);

function expandOne(pattern: string): string[] {
  spend(pattern.length);
  const found = innermost.exec(pattern);
  if (found === null) return [pattern];
  const [all, inside = ""] = found;
  const choices = inside.split(comma as string);
  // `{a..c}` counts, and `{a}` is itself.
  const texts = choices.length > 1 ? choices : inside.includes("..") ? [anyText] : [`{${inside}}`];
  return texts.map((text) => pattern.slice(0, found.index) + text + pattern.slice(found.index + all.length));
}

function withoutMarks(pattern: string): string {
  return pattern
    .replaceAll(open as string, "{")
    .replaceAll(comma as string, ",")
    .replaceAll(close as string, "}");
}
