import type { ShellWord } from "../shell-word.ts";
import type { Danger } from "./danger.ts";
import { isNameOf } from "./listed-option.ts";

interface InertWords {
  /** Places of words that name no file of this machine and no program, or are judged elsewhere. */
  readonly inert: readonly number[];
  /** Of these, the words that are the value of an option for certain. */
  readonly texts: readonly number[];
}

/** Text, words of another machine, and operands that are judged as files. */
export function inertWords(danger: Danger, words: readonly ShellWord[]): InertWords {
  const texts: number[] = [];
  const inert: number[] = [];
  for (const [at, word] of words.entries()) {
    if (at === 0) continue;
    if (isInert(danger, word)) inert.push(at);
    const index = textPlace(danger, words, at);
    if (index === undefined) continue;
    inert.push(index);
    if (index > at && !words[index]?.splits) texts.push(index);
  }
  return { inert, texts };
}

function isInert({ foreign, onlyLooks, operandsAreJudged }: Danger, { value, prefix }: ShellWord): boolean {
  if (foreign === true || onlyLooks) return true;
  return (operandsAreJudged && !prefix.startsWith("-")) || (value !== undefined && foreign?.test(value) === true);
}

/** Where the option at a place has its text. */
function textPlace(danger: Danger, words: readonly ShellWord[], at: number): number | undefined {
  const { texts = [] } = danger;
  const { value, prefix } = words[at] as ShellWord;
  if (texts.length === 0 || !prefix.startsWith("-")) return undefined;
  const equals = prefix.indexOf("=");
  const name = equals === -1 ? prefix : prefix.slice(0, equals);
  if (!texts.some((text) => isNameOf(danger, text, name) || isBundled(danger, text, prefix))) return undefined;
  if (equals !== -1 || value === undefined || isGlued(danger, texts, value)) return at;
  // Where the program takes no text here after all, a word that looks like an option is one.
  return words[at + 1]?.prefix.startsWith("-") ? at : at + 1;
}

const maxBundle = 16;

/** `-am text`: the letter in a bundle, behind letters that take no value. */
function isBundled({ unbundled, wholeWords, valued = "" }: Danger, option: string, written: string): boolean {
  if (unbundled || wholeWords || !/^-\w$/.test(option) || !/^-\w/.test(written)) return false;
  const at = written.slice(0, maxBundle).indexOf(option.charAt(1), 1);
  return at > 0 && [...written.slice(1, at)].every((letter) => "aeqsvx".includes(letter) && !valued.includes(letter));
}

/** `-mtext` */
function isGlued(danger: Danger, texts: readonly string[], written: string): boolean {
  return texts.some((text) => isBundled(danger, text, written) && !written.endsWith(text.charAt(1)));
}
