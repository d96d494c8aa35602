import { checkedValue } from "./dangers/checked-value.ts";
import type { Danger } from "./dangers/danger.ts";
import { dangerOf, named } from "./dangers/danger-of.ts";
import type { ShellWord } from "./shell-word.ts";

export interface Hazards {
  /** Places in the words, ascending. */
  readonly places: readonly number[];
  readonly exactOnly: string | undefined;
}

/** Which words of a command run another program or write a file, and which may do so once they are expanded. */
export function hazardsOf(words: readonly ShellWord[]): Hazards {
  const danger = dangerOf(words[0]?.value ?? "");
  if (danger === undefined || (words.length === 1 && danger.readsProgram === undefined)) return none;
  const found = new Set<number>();
  collect(danger, words, 0, found);
  const last = words.length - 1;
  const places = [...found].filter((at) => at <= last).sort((a, b) => a - b);
  const { readsProgram } = danger;
  const exactOnly =
    readsProgram !== undefined && places.length === 0 && readsInput(words, readsProgram)
      ? "runs what it reads"
      : undefined;
  return { places, exactOnly };
}

const none: Hazards = { places: [], exactOnly: undefined };

function collect(danger: Danger, words: readonly ShellWord[], offset: number, found: Set<number>): void {
  const mark = (from: number, to = from): void => {
    for (let at = from; at <= to; at += 1) found.add(at + offset);
  };
  if (danger.spelled) mark(0);
  if (danger.subcommands) return collectSubcommand(danger.subcommands, words, offset, found);
  if (danger.all) return mark(1, words.length - 1);
  for (const at of danger.find?.(words) ?? []) mark(at);
  if (danger.firstOperand) return mark(1, firstOperand(danger, words) ?? words.length - 1);
  collectOptions(danger, words, mark);
}

function collectOptions(danger: Danger, words: readonly ShellWord[], mark: (from: number, to: number) => void): void {
  let ended = false;
  let isKnown = true;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as ShellWord;
    if (word.value !== undefined && danger.rest?.includes(word.value)) return mark(at, words.length - 1);
    const { reach, length } = reachOf(danger, words, at, ended);
    if (reach > 0) mark(at, at + reach - 1);
    at += length - 1;
    // What an option that is not known takes for its value may look like the operand.
    if (danger.upToOperand !== undefined && isOperand(word) && isKnown) return;
    isKnown &&= isOperand(word) || length > 1 || reach > 0 || isPlainOption(danger, word);
    // Behind an option, `--` may be its value.
    ended ||= word.value === "--" && words[at - 1]?.value?.startsWith("-") === false;
  }
}

function isListed({ words, wholeWords }: Danger, { value = "" }: ShellWord): boolean {
  return words?.includes(wholeWords ? value.replace(/^--/, "-") : value) === true;
}

function isPlainOption({ plainOptions }: Danger, { value }: ShellWord): boolean {
  return value !== undefined && (plainOptions?.test(value) === true || /^--[\w-]+=/.test(value));
}

/** How many words from this one on are dangerous, and how many were looked at. */
function reachOf(
  danger: Danger,
  words: readonly ShellWord[],
  at: number,
  ended: boolean,
): { readonly reach: number; readonly length: number } {
  const word = words[at] as ShellWord;
  const checked = ended || isListed(danger, word) ? undefined : checkedValue(danger, words, at);
  if (checked === undefined) {
    const length = danger.upToOperand?.includes(word.value ?? "") ? 2 : 1;
    return { reach: dangerousReach(danger, word, ended), length };
  }
  const { value } = checked.value ?? {};
  return value !== undefined && value.length <= maxChecked && checked.allowed.test(value)
    ? { reach: 0, length: checked.length }
    : { reach: checked.length, length: 1 };
}

/** Patterns for values may take the square of their length. */
const maxChecked = 1_000;

/** The places of a command without the options in front of its subcommands: `git -C . push` is `git push`. Undefined: it has none. */
export function subcommandWords(words: readonly ShellWord[]): readonly number[] | undefined {
  let sub = dangerOf(words[0]?.value ?? "")?.subcommands;
  if (sub === undefined) return undefined;
  const kept = [0];
  let at = 0;
  while (sub !== undefined && at + 1 < words.length) {
    at += subcommandPlace(sub, words.slice(at));
    kept.push(at);
    sub = (named(sub.of, words[at]?.value ?? "") ?? sub.others)?.subcommands;
  }
  if (at + 1 === kept.length) return undefined;
  for (let rest = at + 1; rest < words.length; rest += 1) kept.push(rest);
  return kept.filter((place) => place < words.length);
}

/** Where a command has the script or program that it runs, of which a rule may spell no more than the first folder. */
export function scriptPlace(words: readonly ShellWord[]): number | undefined {
  const danger = dangerOf(words[0]?.value ?? "");
  return danger?.firstOperand ? firstOperand(danger, words) : undefined;
}

/** The place of the program or script, behind options that change nothing about it. */
function firstOperand({ plainOptions }: Danger, words: readonly ShellWord[]): number | undefined {
  let at = 1;
  while (plainOptions?.test(words[at]?.value ?? "")) at += 1;
  return isOperand(words[at]) ? at : undefined;
}

function collectSubcommand(
  sub: NonNullable<Danger["subcommands"]>,
  words: readonly ShellWord[],
  offset: number,
  found: Set<number>,
): void {
  const at = subcommandPlace(sub, words);
  const name = words[at]?.value;
  if (sub.of[""]) collect(sub.of[""], words.slice(0, at), offset, found);
  if (at >= words.length) return;
  if (name === undefined) return collect({ all: true }, words.slice(at - 1), offset + at - 1, found);
  const danger = named(sub.of, name) ?? sub.others;
  if (danger) collect(danger, words.slice(at), offset + at, found);
}

/** Where the subcommand is, behind the options of the program itself. */
export function subcommandPlace({ valued }: NonNullable<Danger["subcommands"]>, words: readonly ShellWord[]): number {
  let at = 1;
  while (words[at]?.value?.startsWith("-")) at += valued.includes(words[at]?.value ?? "") ? 2 : 1;
  return at;
}

/** How many words from this one on are dangerous: itself, and the value behind it. */
function dangerousReach(danger: Danger, word: ShellWord, ended: boolean): number {
  const { value } = word;
  if (value === undefined) return mayBecomeDangerous(danger, word, ended) ? 1 : 0;
  if (danger.words?.includes(danger.wholeWords ? value.replace(/^--/, "-") : value)) return 2;
  if (danger.pieces?.some((piece) => value.includes(piece))) return 1;
  if (ended || value.length < 2 || !value.startsWith("-")) return 0;
  return value.startsWith("--") ? longReach(danger, value.slice(2)) : shortReach(danger, value);
}

function longReach(danger: Danger, option: string): number {
  const equals = option.indexOf("=");
  const name = equals === -1 ? option : option.slice(0, equals);
  if (name === "") return 0;
  let reach = 0;
  for (const long of danger.long ?? []) {
    const takesValue = long.endsWith("=");
    const full = takesValue ? long.slice(0, -1) : long;
    if (danger.unabbreviated ? full === name : full.startsWith(name)) {
      reach = Math.max(reach, takesValue && equals === -1 ? 2 : 1);
    }
  }
  return reach;
}

function shortReach(danger: Danger, value: string): number {
  for (let at = 1; at < value.length; at += 1) {
    const letter = value.charAt(at);
    if (danger.short?.includes(letter)) return at === value.length - 1 ? 2 : 1;
    if (danger.flags?.includes(letter)) return 1;
    if (danger.valued?.includes(letter)) return 0;
  }
  return 0;
}

function mayBecomeDangerous(danger: Danger, word: ShellWord, ended: boolean): boolean {
  const { prefix } = word;
  const named = [...(danger.words ?? []), ...(danger.rest ?? [])];
  if (danger.pieces || (named.length > 0 && (word.splits || named.some((name) => name.startsWith(prefix)))))
    return true;
  const checks = danger.checked !== undefined || danger.inside !== undefined || danger.makes !== undefined;
  if (ended || !(danger.long || danger.short || danger.flags || checks)) return false;
  if (word.splits || prefix === "" || prefix === "-") return true;
  if (!prefix.startsWith("-")) return false;
  return !/^--[^=]+=/.test(prefix) || longReach(danger, prefix.slice(2)) > 0;
}

function readsInput(words: readonly ShellWord[], instead: true | readonly string[]): boolean {
  return words.every(
    (word, at) =>
      at === 0 ||
      (!(instead === true ? isOperand(word) : instead.some((option) => givesProgram(word.prefix, option))) &&
        !/^-(?:-version|-help|[vVh])$/.test(word.value ?? "")),
  );
}

/** `-c`, also behind letters that take no value: `psql -Atc`. */
function givesProgram(word: string, option: string): boolean {
  return (
    word.startsWith(option) || (option.length === 2 && word.replace(/^-[AatxqXwEnsBNr1]+/, "-").startsWith(option))
  );
}

export function isOperand(word: ShellWord | undefined): boolean {
  return word !== undefined && word.prefix !== "" && !word.prefix.startsWith("-") && !word.splits;
}
