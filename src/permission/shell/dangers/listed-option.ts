import type { ShellWord } from "../shell-word.ts";
import type { Danger } from "./danger.ts";

/** How many words from this one on are dangerous, by the lists of a program: itself, and the value behind it. */
export function listedReach(danger: Danger, word: ShellWord, ended: boolean): number {
  const { value } = word;
  if (value === undefined) return mayBecomeListed(danger, word, ended) ? 1 : 0;
  const inWords = wordsReach(danger, value);
  if (inWords > 0) return inWords;
  const text = danger.foldsCase ? value.toLowerCase() : value;
  if (danger.pieces?.some((piece) => text.includes(piece))) return 1;
  if (ended || value.length < 2 || !value.startsWith("-")) return 0;
  return value.startsWith("--") ? longReach(danger, value.slice(2)) : shortReach(danger, value);
}

/** Is it one of the whole words, or one of these options in another spelling? */
export function isListedWord(danger: Danger, { value }: ShellWord): boolean {
  return value !== undefined && wordsReach(danger, value) > 0;
}

/** What an option is called, in the one spelling in which names are compared. */
export function optionName(danger: Danger, written: string): string {
  const name = danger.foldsCase ? written.replace(/(\w)-(?=\w)/g, "$1").toLowerCase() : written;
  return danger.wholeWords && /^--?\w/.test(name) ? name.replace(/^--/, "-") : name;
}

/** Is this the name of an option, whole or, where the program takes it, abbreviated? */
export function isNameOf(danger: Danger, full: string, written: string): boolean {
  const name = optionName(danger, written);
  return isNamed(optionName(danger, full), name, mayAbbreviate(danger, name));
}

/** The same for names in the one spelling. */
export function isNamed(known: string, name: string, isAbbreviated: boolean): boolean {
  return known === name || (isAbbreviated && known.startsWith(name));
}

/** Is a name, in the one spelling, that of every option which begins with it? */
export function mayAbbreviate({ unabbreviated }: Danger, name: string): boolean {
  return !unabbreviated && /^--\w/.test(name);
}

/** The lists of a program in the one spelling of names. */
interface ListedNames {
  readonly words: readonly { readonly entry: string; readonly isOption: boolean; readonly name: string }[];
  readonly long: readonly { readonly name: string; readonly takesValue: boolean }[];
}

const listed = new WeakMap<Danger, ListedNames>();

/** Asked of every word of every command. */
function listedNames(danger: Danger): ListedNames {
  const known = listed.get(danger);
  if (known !== undefined) return known;
  const { words = [], long = [] } = danger;
  const names = {
    words: words.map((entry) => ({
      entry,
      isOption: entry.startsWith("-") && entry !== "-",
      name: optionName(danger, entry),
    })),
    long: long.map((entry) => ({
      name: optionName(danger, `--${entry.replace(/=$/, "")}`),
      takesValue: entry.endsWith("="),
    })),
  };
  listed.set(danger, names);
  return names;
}

function wordsReach(danger: Danger, value: string): number {
  const { words } = listedNames(danger);
  if (words.length === 0) return 0;
  const equals = value.startsWith("-") ? value.indexOf("=") : -1;
  const name = optionName(danger, equals === -1 ? value : value.slice(0, equals));
  const isAbbreviated = mayAbbreviate(danger, name);
  for (const { entry, isOption, name: known } of words) {
    if (entry === value) return 2;
    if (!isOption) continue;
    if (isNamed(known, name, isAbbreviated)) return equals === -1 ? 2 : 1;
    if (value.length > 2 && value.startsWith(entry) && isLetter(entry)) return 1;
  }
  return 0;
}

function isLetter(option: string): boolean {
  return /^-\w$/.test(option);
}

function longReach(danger: Danger, option: string): number {
  const equals = option.indexOf("=");
  const written = equals === -1 ? option : option.slice(0, equals);
  if (written === "") return 0;
  const { long } = listedNames(danger);
  const name = optionName(danger, `--${written}`);
  const isAbbreviated = mayAbbreviate(danger, name);
  let reach = 0;
  for (const { name: known, takesValue } of long)
    if (isNamed(known, name, isAbbreviated)) reach = Math.max(reach, takesValue && equals === -1 ? 2 : 1);
  return reach;
}

/** Letters in a bundle, up to the first that takes the rest of the word as its value. */
function shortReach(danger: Danger, value: string): number {
  const dangerous = danger.short ?? "";
  for (let at = 1; at < value.length; at += 1) {
    const letter = value.charAt(at);
    if (dangerous.includes(letter) || isBundledWord(danger, letter)) return at === value.length - 1 ? 2 : 1;
    if (danger.flags?.includes(letter)) return 1;
    if (danger.valued?.includes(letter)) return 0;
  }
  return 0;
}

function isBundledWord({ words, wholeWords, unbundled }: Danger, letter: string): boolean {
  return !wholeWords && !unbundled && /\w/.test(letter) && words?.includes(`-${letter}`) === true;
}

/** A word that an expansion decides is judged by what it begins with; where that says nothing, it may be anything. */
function mayBecomeListed(danger: Danger, word: ShellWord, ended: boolean): boolean {
  const { prefix } = word;
  const whole = [...(danger.words ?? []), ...(danger.rest ?? [])];
  if (danger.pieces) return true;
  if (
    whole.length > 0 &&
    (word.splits || wordsReach(danger, prefix) > 0 || whole.some((name) => mayGrow(name, prefix)))
  )
    return true;
  const checks = danger.checked !== undefined || danger.inside !== undefined || danger.makes !== undefined;
  if (ended || !(danger.long || danger.short || danger.flags || checks)) return false;
  if (word.splits || prefix === "" || prefix === "-") return true;
  if (!prefix.startsWith("-")) return false;
  return !/^--[^=]+=/.test(prefix) || longReach(danger, prefix.slice(2)) > 0;
}

function mayGrow(name: string, prefix: string): boolean {
  return (
    name.startsWith(prefix) || (prefix.startsWith("--") && !prefix.includes("=") && name.startsWith(prefix.slice(1)))
  );
}
