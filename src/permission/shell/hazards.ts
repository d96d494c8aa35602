import type { Danger } from "./dangers/danger.ts";
import { dangerOf } from "./dangers/danger-of.ts";
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
  const exactOnly = danger.readsProgram && places.length === 0 && readsInput(words) ? "runs what it reads" : undefined;
  return { places, exactOnly };
}

const none: Hazards = { places: [], exactOnly: undefined };

function collect(danger: Danger, words: readonly ShellWord[], offset: number, found: Set<number>): void {
  const mark = (from: number, to = from): void => {
    for (let at = from; at <= to; at += 1) found.add(at + offset);
  };
  if (danger.subcommands) return collectSubcommand(danger.subcommands, words, found);
  if (danger.all) return mark(1, words.length - 1);
  if (danger.firstOperand) {
    return mark(1, isOperand(words[1]) ? 1 : words.length - 1);
  }
  for (const at of danger.find?.(words) ?? []) mark(at);
  let ended = false;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as ShellWord;
    if (word.value !== undefined && danger.runs?.includes(word.value))
      return collectRun(words.slice(at), at + offset, found);
    if (word.value !== undefined && danger.rest?.includes(word.value)) return mark(at, words.length - 1);
    const reach = dangerousReach(danger, word, ended);
    if (reach > 0) mark(at, at + reach - 1);
    // Behind an option, `--` may be its value.
    ended ||= word.value === "--" && words[at - 1]?.value?.startsWith("-") === false;
  }
}

/** `uv run pytest -x`: a rule must spell the program; its arguments are judged as its own. */
function collectRun(words: readonly ShellWord[], offset: number, found: Set<number>): void {
  const inner = isOperand(words[1]) ? hazardsOf(words.slice(1)).places : words.map((_, at) => at);
  for (const at of [-1, 0, ...inner]) found.add(offset + at + 1);
}

function collectSubcommand(
  sub: NonNullable<Danger["subcommands"]>,
  words: readonly ShellWord[],
  found: Set<number>,
): void {
  let at = 1;
  while (words[at]?.value?.startsWith("-")) at += sub.valued.includes(words[at]?.value ?? "") ? 2 : 1;
  const name = words[at]?.value;
  if (sub.of[""]) collect(sub.of[""], words.slice(0, at), 0, found);
  if (at >= words.length) return;
  if (name === undefined) return collect({ all: true }, words.slice(at - 1), at - 1, found);
  const danger = Object.hasOwn(sub.of, name) ? sub.of[name] : sub.others;
  if (danger) collect(danger, words.slice(at), at, found);
}

/** How many words from this one on are dangerous: itself, and the value behind it. */
function dangerousReach(danger: Danger, word: ShellWord, ended: boolean): number {
  const { value } = word;
  if (value === undefined) return mayBecomeDangerous(danger, word, ended) ? 1 : 0;
  if (danger.words?.includes(value)) return 2;
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
  const named = [...(danger.words ?? []), ...(danger.rest ?? []), ...(danger.runs ?? [])];
  if (danger.pieces || (named.length > 0 && (word.splits || named.some((name) => name.startsWith(prefix)))))
    return true;
  if (ended || !(danger.long || danger.short || danger.flags)) return false;
  if (word.splits || prefix === "" || prefix === "-") return true;
  if (!prefix.startsWith("-")) return false;
  return !/^--[^=]+=/.test(prefix) || longReach(danger, prefix.slice(2)) > 0;
}

function readsInput(words: readonly ShellWord[]): boolean {
  return words.every(
    (word, at) => at === 0 || (!isOperand(word) && !/^-(?:-version|-help|[vVh])$/.test(word.value ?? "")),
  );
}

function isOperand(word: ShellWord | undefined): boolean {
  return word !== undefined && word.prefix !== "" && !word.prefix.startsWith("-") && !word.splits;
}
