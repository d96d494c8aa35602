import { lazyObject } from "../../../util/lazy-object.ts";
import { behind } from "../../programs/read-arguments.ts";
import type { ShellWord } from "../shell-word.ts";
import type { Danger, DangerTable } from "./danger.ts";

/** Which texts do no harm. */
type Check = RegExp | ((value: string) => boolean);

/** A path below the working folder: no address, no option, no file of further arguments, no way out. */
export const localPath = /^(?![-@/~])(?!.*(?:^|\/)\.\.(?:\/|$))[\w@%+. /[\]-]+$/;

/** The same where `github.com/a/b` would be fetched from there. */
export function localSource(value: string): boolean {
  return localPath.test(value) && !/^(?:[\w-]+\.)+[a-z]{2,}\//i.test(value);
}

/** A name or a number. */
export const plainName = /^[\w.+-]+$/;

interface CommandLine {
  /** Options of the listing that do no harm with some values only. */
  readonly values?: { readonly [option: string]: Check };
  /** `-version` is one option, and `--version` the same. */
  readonly wholeWords?: true;
  /** The first operand is what runs, and the words behind it are its own. */
  readonly script?: Check;
  /** What every operand has to be like. */
  readonly operands?: Check;
  /** The words behind `--` are dangerous unless they are like this. */
  readonly rest?: Check;
  /** Options whose value is the last word of the program's own. */
  readonly last?: readonly string[];
  /** Whole words that are harmless besides the listing. */
  readonly also?: Check;
  /** Options of the listing whose value is mere text, whatever path it looks like. */
  readonly texts?: readonly string[];
  /** Makes one of the spellings of an option. */
  readonly fold?: (option: string) => string;
}

interface KnownOption {
  readonly takes: "nothing" | "value" | "optional";
  readonly check: Check | undefined;
}

type Options = ReadonlyMap<string, KnownOption>;

/**
 * A program of which the harmless options are listed: every other one is dangerous, with the word behind it. `-abc` are three
 * letters, `-n=` takes any value, `-c?` may have one glued to it, `-f<` reads and `-o>` writes a file that has to be inside; a
 * `!` behind all that tells how an option is read that no wildcard covers.
 */
export function knownOptions(listing: string, line: CommandLine = {}): Danger {
  // There are hundreds of such programs, and a process meets few of them.
  return lazyObject(fieldsOf(line), () => readKnownOptions(listing, line));
}

function fieldsOf({ wholeWords, script }: CommandLine): (keyof Danger)[] {
  const some: (keyof Danger)[] = [wholeWords ? "wholeWords" : "valued", ...(script ? (["upToOperand"] as const) : [])];
  return ["texts", "foreign", "inside", "makes", "find", ...some];
}

function readKnownOptions(listing: string, line: CommandLine): Danger {
  const options = readListing(listing, line);
  const valued = [...options].filter(([, { takes }]) => takes === "value").map(([name]) => name);
  const named = (mark: string): string[] =>
    listing.split(/\s+/).flatMap((word) => (word.endsWith(mark) ? namesIn(word.slice(0, -1), line) : []));
  return {
    ...(line.wholeWords
      ? { wholeWords: true }
      : { valued: valued.map((name) => /^-(.)$/.exec(name)?.[1] ?? "").join("") }),
    // What is checked here is no path that somebody else would have to look at.
    texts: [...Object.keys(line.values ?? {}), ...(line.texts ?? [])],
    // Whatever their names say.
    foreign: exactly([...options].flatMap(([name, { check }]) => (check === never ? [] : [name]))),
    inside: named("<"),
    makes: named(">"),
    ...(line.script ? { upToOperand: valued } : {}),
    find: (words) => unknownPlaces(words, options, line),
  };
}

function exactly(names: readonly string[]): RegExp {
  return new RegExp(`^(?:${names.map((name) => name.replaceAll(/[^\w-]/g, "\\$&")).join("|")})$`);
}

/** A program with subcommands: those that are not listed have to be spelled by a rule. */
export function knownSubcommands(
  front: string,
  of: DangerTable,
  others: Danger = { spelled: true },
  line: CommandLine = {},
): Danger {
  return {
    subcommands: lazyObject(["valued", "flags", "of", "others"], () => {
      const options = [...readListing(front, line)];
      return {
        valued: options.flatMap(([name, { takes }]) => (takes === "value" ? [name] : [])),
        flags: options.flatMap(([name, { takes }]) => (takes === "value" ? [] : [name])),
        of: { "": knownOptions(front, line), ...of },
        others,
      };
    }),
  };
}

function readListing(listing: string, line: CommandLine): Options {
  const options = new Map<string, KnownOption>();
  for (const word of listing.trim().split(/\s+/)) {
    const [, name = "", mark = "", bad = ""] = /^(--?[^=?<>!]+)([=?<>]?)(!?)$/.exec(word) ?? [];
    if (name === "") continue;
    const takes = mark === "" ? "nothing" : mark === "?" ? "optional" : "value";
    for (const one of namesIn(name, line)) {
      const check = bad ? never : (line.values?.[one] ?? (mark === "<" || mark === ">" ? localPath : undefined));
      options.set(one, { takes, check });
    }
  }
  return options;
}

const never = (): boolean => false;

function namesIn(name: string, { wholeWords }: CommandLine): readonly string[] {
  return wholeWords || name.startsWith("--") || name.length < 3
    ? [name]
    : [...name.slice(1)].map((letter) => `-${letter}`);
}

function unknownPlaces(words: readonly ShellWord[], options: Options, line: CommandLine): readonly number[] {
  const found: number[] = [];
  let perhapsValue = -1;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as ShellWord;
    if (word.value === "--") return [...found, ...behindDashes(words, at + 1, line)];
    if (isOperand(word)) {
      if (line.operands !== undefined) found.push(...badOperand(line.operands, words, at));
      if (line.script !== undefined && at !== perhapsValue) return [...found, ...badOperand(line.script, words, at)];
      continue;
    }
    const judged = judgeOption(words, at, options, line);
    found.push(...judged.bad);
    // What an option that is not known takes for its value may look like the operand.
    if (!judged.known) perhapsValue = at + 1;
    if (judged.isLast) return found;
    at += judged.length - 1;
  }
  return found;
}

function behindDashes(words: readonly ShellWord[], from: number, line: CommandLine): number[] {
  if (line.script !== undefined) return badOperand(line.script, words, from);
  const rest = line.rest ?? line.operands;
  return rest === undefined ? [] : words.flatMap((_, at) => (at < from ? [] : badOperand(rest, words, at)));
}

interface JudgedOption {
  readonly known: boolean;
  readonly bad: readonly number[];
  /** How many words it is, its value among them. */
  readonly length: number;
  readonly isLast: boolean;
}

function judgeOption(words: readonly ShellWord[], at: number, options: Options, line: CommandLine): JudgedOption {
  const word = words[at] as ShellWord;
  const given = readOption(word, options, line);
  if (given === undefined) {
    const mayTakeNext = word.value !== undefined && !word.value.includes("=");
    return { known: false, bad: mayTakeNext ? [at, at + 1] : [at], length: 1, isLast: false };
  }
  const { option, name, glued } = given;
  const isSeparate = option.takes === "value" && glued === undefined;
  const length = isSeparate ? 2 : 1;
  const isHarmless =
    option.check !== never &&
    (option.takes === "nothing" || isHarmlessValue(option, isSeparate ? words[at + 1] : glued, isSeparate));
  const bad = isHarmless ? [] : isSeparate ? [at, at + 1] : [at];
  return { known: true, bad, length, isLast: line.last?.includes(name) === true };
}

function badOperand(check: Check, words: readonly ShellWord[], at: number): number[] {
  const word = words[at];
  if (word === undefined) return [];
  return word.value === undefined || !passes(check, word.value) ? [at] : [];
}

interface GivenOption {
  readonly option: KnownOption;
  readonly name: string;
  readonly glued: ShellWord | undefined;
}

/** Undefined: not known. */
function readOption(word: ShellWord, options: Options, line: CommandLine): GivenOption | undefined {
  const { prefix, value, splits } = word;
  if (splits) return undefined;
  if (line.also !== undefined && value !== undefined && passes(line.also, value))
    return { option: harmless, name: value, glued: undefined };
  const equals = prefix.indexOf("=");
  const name = foldName(equals === -1 ? prefix : prefix.slice(0, equals), line);
  const option = options.get(name) ?? (line.wholeWords ? options.get(`-${name}`) : undefined);
  if (option === undefined || (equals === -1 && value === undefined))
    return line.wholeWords || prefix.startsWith("--") ? undefined : readLetters(word, options);
  if (equals === -1) return { option, name, glued: undefined };
  const glued = behind(word, equals + 1);
  return option.takes === "nothing" && !/^(?:true|false)$/.test(glued.value ?? "")
    ? undefined
    : { option, name, glued };
}

function foldName(name: string, { wholeWords, fold }: CommandLine): string {
  return fold?.(name) ?? (wholeWords ? name.replace(/^--/, "-") : name);
}

const harmless: KnownOption = { takes: "nothing", check: undefined };

/** Of letters in one word the last decides, since the others take nothing. */
function readLetters(word: ShellWord, options: Options): GivenOption | undefined {
  let last: GivenOption | undefined;
  for (let at = 1; at < word.prefix.length; at += 1) {
    const name = `-${word.prefix.charAt(at)}`;
    const option = options.get(name);
    if (option === undefined || (option.check === never && option.takes === "nothing")) return undefined;
    const isLast = at + 1 === word.prefix.length && word.value !== undefined;
    last = { option, name, glued: isLast || option.takes === "nothing" ? undefined : behind(word, at + 1) };
    if (option.takes !== "nothing") return last;
  }
  return word.value === undefined ? undefined : last;
}

function isHarmlessValue({ takes, check }: KnownOption, word: ShellWord | undefined, isSeparate: boolean): boolean {
  if (word === undefined) return takes === "optional";
  if (word.splits) return false;
  if (check !== undefined) {
    const value = word.value ?? fromFolder(word.text);
    return value !== undefined && passes(check, value);
  }
  // Where the program takes no value here after all, such a word is an option of its own.
  return !isSeparate || word.value === "" || !/^(?:$|-(?!\d+$|$))/.test(word.prefix);
}

/** `"$PWD"/src:/x`, `"$(pwd)":/x`: only the folder that it runs in is not spelled. */
function fromFolder(text: string): string | undefined {
  const value = text.replace(/"/g, "").replace(/^\$(?:PWD(?!\w)|\{PWD\}|\(pwd\))/, ".");
  return text.length <= maxChecked && /^\.[\w./:,@+-]*$/.test(value) ? value : undefined;
}

function passes(check: Check, value: string): boolean {
  if (value.length > maxChecked) return false;
  return typeof check === "function" ? check(value) : check.test(value);
}

/** Patterns for values may take the square of their length. */
const maxChecked = 1_000;

function isOperand({ value, prefix, splits }: ShellWord): boolean {
  return !splits && prefix !== "" && (!prefix.startsWith("-") || value === "-");
}
