import type { DoubleQuotedChild, Word, WordPart } from "unbash";
import { type Glob, readGlob } from "./glob-word.ts";
import { spreadBraces } from "./spread-braces.ts";

/** A word of a command, as far as it is known before it runs. */
export interface ShellWord {
  /** As it is written. */
  readonly text: string;
  /** What the shell passes on; undefined where an expansion decides. */
  readonly value: string | undefined;
  /** What every word that comes of it begins with, except those split off an expansion. */
  readonly prefix: string;
  /** May become no word, or several of which only the first has the prefix. */
  readonly splits: boolean;
  /** There where the shell looks for names of files that fit. */
  readonly glob?: Glob;
  /** Quotes, wildcards, braces and `~` are all that makes it other than it is written. */
  readonly isSpelled?: true;
  /** What braces make of it in most shells: words of which nothing else is expanded; "unknown" where that cannot be told. */
  readonly spread?: readonly string[] | "unknown";
  /** It is one of the names that a pattern stands for now. */
  readonly isMatch?: true;
  /** What it stands for is judged on its own: what the commands of `<(sort a)` print, the files below the folders of find. */
  readonly isJudgedApart?: true;
}

export function readWord(word: Word): ShellWord {
  if (word.parts === undefined) return plainWord(word.text, word.value);
  const reading: PartReading = { prefix: "", open: true, splits: false };
  for (const part of word.parts) readPart(part, reading, false);
  if (tilde.test(word.text)) reading.open = false;
  const { prefix, splits } = reading;
  if (word.parts.length === 1 && word.parts[0]?.type === "ProcessSubstitution" && word.text.startsWith("<("))
    return { text: word.text, value: undefined, prefix, splits, isJudgedApart: true };
  const glob = readGlob(word);
  const value = reading.open ? prefix : undefined;
  const isSpelled = value === undefined && word.parts.every(isSpelledPart);
  const known = { text: word.text, value, prefix, splits, ...(glob && { glob }), ...(isSpelled && { isSpelled }) };
  if (!word.parts.some(({ type }) => type === "BraceExpansion")) return known;
  return { ...known, spread: spreadBraces(word.parts) ?? "unknown" };
}

function isSpelledPart(part: WordPart): boolean {
  if (part.type === "DoubleQuoted") return part.parts.every(({ type }) => type === "Literal");
  return /^(?:Literal|SingleQuoted|Glob|BraceExpansion)$/.test(part.type) && !/[$`]/.test(part.text);
}

/** Its value, or, where an expansion decides, its text without the quotes around it. */
export function bareText({ value, text }: ShellWord): string {
  return value ?? text.replace(/["']/g, "");
}

/** A word without anything that the shell would change. */
export function literal(value: string): ShellWord {
  return { text: value, value, prefix: value, splits: false };
}

/** The words that braces make of these; undefined where there are none, or where that cannot be told. */
export function spreadWords(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  if (words.every(({ spread }) => spread === undefined)) return undefined;
  if (words.some(({ spread }) => spread === "unknown")) return undefined;
  return words.flatMap((word) =>
    word.spread === undefined ? [word] : (word.spread as readonly string[]).map(literal),
  );
}

/** Any number of words, none of them known: what `xargs` adds. */
export const unknownWords: ShellWord = { text: "…", value: undefined, prefix: "", splits: true };

/** The value in the one spelling that rules are compared with: bare where that is safe, else in single quotes. */
export function quoted(value: string): string {
  return value !== "" && !/[^\w@%+=:,./^-]/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

interface PartReading {
  prefix: string;
  /** Everything so far is literal. */
  open: boolean;
  splits: boolean;
}

/** Unquoted `~`, also behind `=` and `:` as bash does it in words that look like assignments. */
const tilde = /(?:^|[=:])~/;
/** What the parser must have made a part of. Seeing it in a plain word, we do not trust the word. */
const unread = /(?:^|[^\\])(?:\\\\)*[$`"'|&;<>()*?]/;
/** Spaces and joiners that look like nothing or like a blank, and are part of the word. */
const lookAlike = /[^\P{White_Space} \t\n]|[\u200b-\u200d\u2060\ufeff\u00ad]/u;

/** Nothing that any of these patterns looks for. */
const onlyItself = /^[\w./,@%+-]+$/;

function plainWord(text: string, value: string): ShellWord {
  if (onlyItself.test(text)) return { text, value, prefix: value, splits: false };
  if (unread.test(text) || lookAlike.test(text)) return { text, value: undefined, prefix: "", splits: true };
  // In zsh, `=name` is the path of a program.
  if (/^=(?!=?$|~$)/.test(text)) return { text, value: undefined, prefix: "", splits: false };
  if (tilde.test(text)) return { text, value: undefined, prefix: value, splits: false };
  return { text, value, prefix: value, splits: false };
}

function readPart(part: WordPart | DoubleQuotedChild, reading: PartReading, inQuotes: boolean): void {
  switch (part.type) {
    case "Literal":
      if (!inQuotes && lookAlike.test(part.text)) return unknown(reading, true);
      return append(reading, part.value);
    case "SingleQuoted":
      return append(reading, part.value);
    case "AnsiCQuoted":
      return simpleEscapes.test(part.text) ? append(reading, part.value) : unknown(reading, false);
    case "DoubleQuoted":
      for (const child of part.parts) readPart(child, reading, true);
      return;
    case "LocaleString":
      return unknown(reading, false);
    case "Glob":
      return unknown(reading, false);
    case "BraceExpansion":
    case "ExtendedGlob":
      return unknown(reading, part.text.includes("$") || part.text.includes("`"));
    case "ProcessSubstitution":
      append(reading, "/dev/fd/");
      return unknown(reading, false);
    case "SimpleExpansion":
      return unknown(reading, !number.test(part.text) && (!inQuotes || part.text === "$@"));
    default:
      // `"$@"` and `"${a[@]}"` are several words in spite of the quotes.
      return unknown(reading, !inQuotes || part.text.includes("@") || part.text.includes("*"));
  }
}

/** `$'…'` whose meaning no locale and no NUL changes. */
const simpleEscapes =
  /^\$'(?:[^\\']|\\[abefnrtv\\'"?]|\\x[2-7][0-9a-fA-F](?![0-9a-fA-F])|\\[01]?[4-7][0-7](?![0-7]))*'$/;

/** Always one number. */
const number = /^\$[?#$!]$/;

function append(reading: PartReading, value: string): void {
  if (reading.open) reading.prefix += value;
}

function unknown(reading: PartReading, splits: boolean): void {
  reading.open = false;
  reading.splits ||= splits;
}
