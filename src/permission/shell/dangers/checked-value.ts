import { behind } from "../../programs/read-arguments.ts";
import type { ShellWord } from "../shell-word.ts";
import { type Danger, plainPath } from "./danger.ts";

/** An option whose value decides whether it is dangerous. */
export interface CheckedValue {
  readonly value: ShellWord | undefined;
  readonly allowed: RegExp;
  readonly kind: "checked" | "inside" | "makes";
  /** How many words the option and its value are. */
  readonly length: number;
}

/** The option at a place, if it is one of those, with its value: glued to it, behind `=`, or the next word. */
export function checkedValue(danger: Danger, words: readonly ShellWord[], at: number): CheckedValue | undefined {
  const word = words[at] as ShellWord;
  const { prefix } = word;
  if (!prefix.startsWith("-") || prefix.length < 2) return undefined;
  const equals = prefix.indexOf("=");
  const name = equals === -1 ? prefix : prefix.slice(0, equals);
  const whole = optionNamed(danger, name);
  if (whole !== undefined) {
    if (equals !== -1) return { ...whole, value: behind(word, equals + 1), length: 1 };
    return { ...whole, value: word.value === undefined ? undefined : words[at + 1], length: 2 };
  }
  return danger.wholeWords || prefix.startsWith("--") ? undefined : inBundle(danger, words, at);
}

/** `-ofile`, `-DNAME=x`, `-itv data:/x`: a letter behind others, with its value in the same word or the next. */
function inBundle(danger: Danger, words: readonly ShellWord[], at: number): CheckedValue | undefined {
  const word = words[at] as ShellWord;
  const last = danger.unbundled ? 2 : word.prefix.length;
  for (let letter = 1; letter < last; letter += 1) {
    const name = word.prefix.charAt(letter);
    const found = optionNamed(danger, `-${name}`);
    if (found !== undefined) {
      const isGlued = letter + 1 < word.prefix.length || word.value === undefined;
      return isGlued
        ? { ...found, value: behind(word, letter + 1), length: 1 }
        : { ...found, value: words[at + 1], length: 2 };
    }
    if (danger.valued?.includes(name) || danger.short?.includes(name) || danger.upToOperand?.includes(`-${name}`))
      return undefined;
  }
  return undefined;
}

function optionNamed(danger: Danger, written: string): Pick<CheckedValue, "allowed" | "kind"> | undefined {
  const { checked } = danger;
  const name = danger.wholeWords ? written.replace(/^--/, "-") : written;
  if (checked !== undefined && Object.hasOwn(checked, name))
    return { allowed: checked[name] as RegExp, kind: "checked" };
  if (danger.inside?.includes(name)) return { allowed: plainPath, kind: "inside" };
  return danger.makes?.includes(name) ? { allowed: plainPath, kind: "makes" } : undefined;
}

/** The files that checked options of a program name. */
export function checkedFiles(danger: Danger, words: readonly ShellWord[]): { reads: ShellWord[]; writes: ShellWord[] } {
  const found = { reads: [] as ShellWord[], writes: [] as ShellWord[] };
  for (let at = 1; at < words.length; at += 1) {
    const given = checkedValue(danger, words, at);
    if (given?.value === undefined || given.kind === "checked") continue;
    (given.kind === "inside" ? found.reads : found.writes).push(given.value);
    at += given.length - 1;
  }
  return found;
}
