import { checkedValue, isAllowed } from "./dangers/checked-value.ts";
import type { Danger, Subcommands } from "./dangers/danger.ts";
import { dangerOf } from "./dangers/danger-of.ts";
import { inertWords } from "./dangers/inert-words.ts";
import { isListedWord, listedReach } from "./dangers/listed-option.ts";
import type { ShellWord } from "./shell-word.ts";
import { subcommandDanger, subcommandPlace, unknownOption } from "./subcommand.ts";

interface Hazards {
  /** Places in the words, ascending. */
  readonly places: readonly number[];
  readonly exactOnly: string | undefined;
  /** Places of words that name no file of this machine and no program: text, or what is another machine's. */
  readonly inert: ReadonlySet<number>;
}

/** Which words of a command run another program or write a file, and which may do so once they are expanded. */
export function hazardsOf(words: readonly ShellWord[]): Hazards {
  const danger = dangerOf(words[0]?.value ?? "");
  if (danger === undefined || (words.length === 1 && danger.readsProgram === undefined)) return none;
  const found: Found = { places: new Set(), inert: new Set(), texts: new Set() };
  collect(danger, words, 0, found);
  const last = words.length - 1;
  const places = [...found.places].filter((at) => at <= last).sort((a, b) => a - b);
  const { readsProgram } = danger;
  const exactOnly =
    readsProgram !== undefined && places.length === 0 && readsInput(words, readsProgram, danger.readsNothing)
      ? "runs what it reads"
      : undefined;
  return { places, exactOnly, inert: found.inert };
}

const none: Hazards = { places: [], exactOnly: undefined, inert: new Set() };

interface Found {
  readonly places: Set<number>;
  readonly inert: Set<number>;
  /** Of these, the words that are the value of an option for certain. */
  readonly texts: Set<number>;
}

function collect(danger: Danger, words: readonly ShellWord[], offset: number, found: Found): void {
  const mark = (from: number, to = from): void => {
    for (let at = from; at <= to; at += 1) found.places.add(at + offset);
  };
  if (danger.spelled) mark(0);
  const { inert, texts } = inertWords(danger, words);
  for (const at of inert) found.inert.add(at + offset);
  for (const at of texts) found.texts.add(at + offset);
  if (danger.subcommands) return collectSubcommand(danger.subcommands, words, offset, found);
  if (danger.all) return mark(1, words.length - 1);
  for (const at of danger.find?.(words) ?? []) mark(at);
  if (danger.firstOperand) return mark(1, firstOperand(danger, words) ?? words.length - 1);
  collectOptions(danger, words, offset, found);
}

function collectOptions(danger: Danger, words: readonly ShellWord[], offset: number, found: Found): void {
  const mark = (from: number, to: number): void => {
    for (let at = from; at <= to; at += 1) found.places.add(at + offset);
  };
  let ended = false;
  let isKnown = true;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as ShellWord;
    if (found.texts.has(at + offset)) continue;
    if (word.value !== undefined && danger.rest?.includes(word.value)) return mark(at, words.length - 1);
    const { reach, length, isApproved } = reachOf(danger, words, at, ended);
    if (reach > 0) mark(at, at + reach - 1);
    if (isApproved) for (let one = at; one < at + length; one += 1) found.inert.add(one + offset);
    at += length - 1;
    // What an option that is not known takes for its value may look like the operand.
    if (danger.upToOperand !== undefined && isOperand(word) && isKnown) return;
    isKnown &&= isOperand(word) || length > 1 || reach > 0 || isPlainOption(danger, word);
    // Behind an option, `--` may be its value.
    ended ||= word.value === "--" && words[at - 1]?.value?.startsWith("-") === false;
  }
}

function isPlainOption({ plainOptions }: Danger, { value }: ShellWord): boolean {
  return value !== undefined && (plainOptions?.test(value) === true || /^--[\w-]+=/.test(value));
}

interface Reach {
  /** How many words from this one on are dangerous. */
  readonly reach: number;
  /** How many were looked at. */
  readonly length: number;
  /** An option with a value that is known to be harmless, whatever it looks like. */
  readonly isApproved?: boolean;
}

function reachOf(danger: Danger, words: readonly ShellWord[], at: number, ended: boolean): Reach {
  const word = words[at] as ShellWord;
  const checked = ended || isListedWord(danger, word) ? undefined : checkedValue(danger, words, at);
  if (checked === undefined) {
    const length = danger.upToOperand?.includes(word.value ?? "") ? 2 : 1;
    return { reach: listedReach(danger, word, ended), length };
  }
  if (!isAllowed(danger, checked)) return { reach: checked.length, length: 1 };
  if (!checked.exact) return { reach: 0, length: 1 };
  return { reach: 0, length: checked.length, isApproved: checked.kind === "checked" };
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

function collectSubcommand(sub: Subcommands, words: readonly ShellWord[], offset: number, found: Found): void {
  const unknown = unknownOption(sub, words);
  // Alone, or with more options, it asks for help or a version; else it hides which word is the subcommand.
  if (unknown !== undefined && words.slice(unknown).some(({ value }) => value === undefined || !value.startsWith("-")))
    return collect({ all: true }, words.slice(unknown - 1), offset + unknown - 1, found);
  const at = subcommandPlace(sub, words);
  const name = words[at]?.value;
  if (sub.of[""]) collect(sub.of[""], words.slice(0, at), offset, found);
  if (at >= words.length) return;
  if (name === undefined) return collect({ all: true }, words.slice(at - 1), offset + at - 1, found);
  const danger = subcommandDanger(sub, name);
  if (danger) collect(danger, words.slice(at), offset + at, found);
}

function readsInput(
  words: readonly ShellWord[],
  instead: true | readonly string[],
  readsNothing: readonly string[] = [],
): boolean {
  return words.every(
    (word, at) =>
      at === 0 ||
      (!(instead === true ? isOperand(word) : instead.some((option) => givesProgram(word.prefix, option))) &&
        !/^-(?:-version|-help|[vVh])$/.test(word.value ?? "") &&
        !readsNothing.includes(word.value ?? "")),
  );
}

/** `-c`, also behind letters that take no value: `psql -Atc`. */
function givesProgram(word: string, option: string): boolean {
  return (
    word.startsWith(option) || (option.length === 2 && word.replace(/^-[AatxqXwEnsBNr1]+/, "-").startsWith(option))
  );
}

function isOperand(word: ShellWord | undefined): boolean {
  return word !== undefined && word.prefix !== "" && !word.prefix.startsWith("-") && !word.splits;
}
