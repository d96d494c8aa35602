import type { ShellWord } from "../shell/shell-word.ts";
import type { OptionTable } from "./option-table.ts";
import { type Arguments, readArguments } from "./read-arguments.ts";

/** What a program would do with the words behind its name. */
export interface Use {
  /** It only looks: every option and operand is known to change nothing and to run nothing. */
  readonly harmless: boolean;
  /** The words, or parts of them, that name what it reads. */
  readonly reads: readonly ShellWord[];
  readonly writes: readonly ShellWord[];
}

export interface Program {
  (words: readonly ShellWord[]): Use;
  /** Its options, where it reads them as getopt does, abbreviated ones included. */
  readonly options?: OptionTable;
  /** Its options by subcommand, `""` for none, in whatever way it reads them: for whoever tries them all. */
  readonly tables?: { readonly [subcommand: string]: OptionTable };
}

interface ProgramNotes {
  readonly options: OptionTable;
  /** What its operands are; of "pattern" the first is a text and the others are files. */
  readonly operands: "files" | "text" | "none" | "pattern";
  /** Options that stand for the pattern. */
  readonly instead?: readonly string[];
  /** The most operands it only looks at; what comes behind them is written, and not every getopt looks for options there. */
  readonly most?: number;
  /** It takes no abbreviated options. */
  readonly exact?: true;
  /** Words that it reads in another way than getopt would. */
  readonly odd?: RegExp;
  /** What else has to hold. */
  readonly fits?: (given: Arguments) => boolean;
}

/** A program with options as getopt reads them. */
export function program(notes: ProgramNotes): Program {
  const { options, exact, most = Number.POSITIVE_INFINITY, fits } = notes;
  const use = (words: readonly ShellWord[]): Use => {
    const given = readArguments(words, options, exact);
    const { known, operands } = given;
    const values = (kind: "read" | "write"): ShellWord[] =>
      given.options.flatMap(({ option, value }) => (option.value === kind && value !== undefined ? [value] : []));
    const harmless =
      known &&
      !words.some(({ prefix }) => notes.odd?.test(prefix)) &&
      given.options.every(({ option }) => option.harmless) &&
      operands.length <= (notes.operands === "none" ? 0 : most) &&
      (notes.most === undefined || operands.length < notes.most || words.at(-1) === operands.at(-1)) &&
      (fits === undefined || fits(given));
    return {
      harmless,
      reads: [...values("read"), ...filesAmong(given, notes).slice(0, most)],
      writes: [...values("write"), ...operands.slice(most)],
    };
  };
  return Object.assign(use, { tables: { "": options } }, exact ? undefined : { options });
}

function filesAmong({ operands, options, known }: Arguments, notes: ProgramNotes): readonly ShellWord[] {
  if (notes.operands === "files") return operands;
  if (notes.operands !== "pattern") return [];
  // Where an option is unknown, it may have taken the pattern's place.
  return !known || options.some(({ option }) => notes.instead?.includes(option.name)) ? operands : operands.slice(1);
}

/** One program under several names. */
export function same(names: string, one: Program): { readonly [name: string]: Program } {
  return Object.fromEntries(names.split(" ").map((name) => [name, one]));
}
