import type { ShellWord } from "../shell/shell-word.ts";
import { longOption, type Option, type OptionTable } from "./option-table.ts";

/** A command line as getopt reads it. */
export interface Arguments {
  /** Every option is in the table, and could be read. */
  readonly known: boolean;
  readonly options: readonly GivenOption[];
  readonly operands: readonly ShellWord[];
}

export interface GivenOption {
  readonly option: Option;
  readonly value: ShellWord | undefined;
}

/** Reads the words behind a program. What is not known is kept as an operand where it may be one. */
export function readArguments(words: readonly ShellWord[], table: OptionTable, exact?: true): Arguments {
  const options: GivenOption[] = [];
  const operands: ShellWord[] = [];
  let known = true;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as ShellWord;
    if (word.value === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (isOperand(word)) {
      operands.push(word);
      continue;
    }
    const read = word.prefix.startsWith("--") ? readLong(word, table, exact) : readShort(word, table);
    if (read === undefined) {
      known &&= table.harmless && word.value === undefined;
      if (word.value === undefined) operands.push(word);
      continue;
    }
    const last = read.at(-1);
    if (last?.option.takes === "value" && last.value === undefined) {
      at += 1;
      const value = words[at];
      // Where the program takes no value here after all, such a word is an option of its own.
      known &&= value !== undefined && !value.splits && !/^-[^\d]/.test(value.prefix);
      options.push(...read.slice(0, -1), { option: last.option, value });
    } else options.push(...read);
  }
  return { known, options, operands };
}

function isOperand({ value, prefix, splits }: ShellWord): boolean {
  if (value !== undefined) return value.length < 2 || !value.startsWith("-");
  return !splits && prefix !== "" && !prefix.startsWith("-");
}

function readLong(word: ShellWord, table: OptionTable, exact?: true): GivenOption[] | undefined {
  const equals = word.prefix.indexOf("=");
  if ((equals === -1 && word.value === undefined) || word.splits) return undefined;
  const name = word.prefix.slice(2, equals === -1 ? undefined : equals);
  const option = exact ? table.long.get(name) : longOption(table, name);
  if (option === undefined || (equals !== -1 && option.takes === "nothing")) return undefined;
  return [{ option, value: equals === -1 ? undefined : behind(word, equals + 1) }];
}

function readShort(word: ShellWord, table: OptionTable): GivenOption[] | undefined {
  const { prefix, value, splits } = word;
  if (splits || prefix.length < 2) return undefined;
  if (table.numbers && value !== undefined && /^-\d+$/.test(value)) return [];
  const found: GivenOption[] = [];
  for (let at = 1; at < prefix.length; at += 1) {
    const option = table.short.get(prefix.charAt(at));
    if (option === undefined) return undefined;
    const glued = option.takes !== "nothing" && (at + 1 < prefix.length || value === undefined);
    found.push({ option, value: glued ? behind(word, at + 1) : undefined });
    if (option.takes !== "nothing") return found;
  }
  return value === undefined ? undefined : found;
}

/** The part of a word behind its first characters. */
export function behind({ text, value, prefix, splits }: ShellWord, length: number): ShellWord {
  return { text: text.slice(length), value: value?.slice(length), prefix: prefix.slice(length), splits };
}
