import { behind } from "../../programs/read-arguments.ts";
import { protectedPart } from "../../protected-path.ts";
import type { ShellWord } from "../shell-word.ts";
import { type Danger, plainPath } from "./danger.ts";
import { isNamed, mayAbbreviate, optionName } from "./listed-option.ts";

/** An option whose value decides whether it is dangerous. */
interface CheckedValue extends CheckedOption {
  readonly value: ShellWord | undefined;
  /** How many words the option and its value are. */
  readonly length: number;
}

interface CheckedOption {
  /** All of these: an abbreviation may stand for several options. */
  readonly allowed: readonly RegExp[];
  readonly kind: "checked" | "inside" | "makes";
  /** Spelled out: it takes its value for certain. */
  readonly exact: boolean;
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

/** Patterns for values may take the square of their length. */
const maxChecked = 1_000;

export function isAllowed({ wholeWords }: Danger, { value, allowed, length }: CheckedValue): boolean {
  const text = value?.value;
  if (text === undefined || text.length > maxChecked) return false;
  // Where the program takes no value here after all, such a word is an option of its own.
  if (length > 1 && !wholeWords && /^-[^\d]/.test(text)) return false;
  const isGuarded = text.split(/[=:,]/).some((piece) => protectedPart(piece, []) !== undefined);
  return !isGuarded && allowed.every((pattern) => pattern.test(text));
}

/** No wildcard covers a longer word. */
const maxLetters = 4_096;

/** `-ofile`, `-DNAME=x`, `-itv data:/x`: a letter behind others, with its value in the same word or the next. */
function inBundle(danger: Danger, words: readonly ShellWord[], at: number): CheckedValue | undefined {
  const word = words[at] as ShellWord;
  const last = danger.unbundled ? 2 : Math.min(word.prefix.length, maxLetters);
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

function optionNamed(danger: Danger, written: string): CheckedOption | undefined {
  const known = checkedOptions(danger);
  if (known.size === 0) return undefined;
  const name = optionName(danger, written);
  const exact = known.get(name);
  if (exact !== undefined || !mayAbbreviate(danger, name)) return exact;
  const meant: CheckedOption[] = [];
  for (const [full, option] of known) if (isNamed(full, name, true)) meant.push(option);
  if (meant.length === 0) return undefined;
  const kinds = new Set(meant.map(({ kind }) => kind));
  const kind = kinds.has("makes") ? "makes" : kinds.has("inside") ? "inside" : "checked";
  return { allowed: meant.flatMap(({ allowed }) => allowed), kind, exact: false };
}

const spread = new WeakMap<Danger, ReadonlyMap<string, CheckedOption>>();

function checkedOptions(danger: Danger): ReadonlyMap<string, CheckedOption> {
  const found = spread.get(danger);
  if (found !== undefined) return found;
  const all = new Map<string, CheckedOption>();
  const add = (name: string, pattern: RegExp, kind: CheckedOption["kind"]): void => {
    all.set(optionName(danger, name), { allowed: [pattern], kind, exact: true });
  };
  for (const name of danger.makes ?? []) add(name, plainPath, "makes");
  for (const name of danger.inside ?? []) add(name, plainPath, "inside");
  for (const [name, pattern] of Object.entries(danger.checked ?? {})) add(name, pattern, "checked");
  spread.set(danger, all);
  return all;
}

/** The files that checked options of a program name. */
export function checkedFiles(danger: Danger, words: readonly ShellWord[]): { reads: ShellWord[]; writes: ShellWord[] } {
  const found = { reads: [] as ShellWord[], writes: [] as ShellWord[] };
  for (let at = 1; at < words.length; at += 1) {
    const given = checkedValue(danger, words, at);
    if (given?.value === undefined || given.kind === "checked") continue;
    (given.kind === "inside" ? found.reads : found.writes).push(given.value);
    if (given.exact) at += given.length - 1;
  }
  return found;
}
