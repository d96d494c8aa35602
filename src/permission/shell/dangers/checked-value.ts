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
  // `-ofile`, `-DNAME=x`
  const letter = danger.wholeWords || prefix.startsWith("--") ? undefined : optionNamed(danger, prefix.slice(0, 2));
  return letter && { ...letter, value: behind(word, 2), length: 1 };
}

function optionNamed(danger: Danger, name: string): Pick<CheckedValue, "allowed" | "kind"> | undefined {
  const { checked } = danger;
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
