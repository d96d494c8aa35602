import type { ShellWord } from "../shell-word.ts";

/** Which arguments of a program run another program, or write a file that the program's purpose is not to write. */
export interface Danger {
  /** Long options without dashes, with a trailing `=` if a value follows. Abbreviations count, too. */
  readonly long?: readonly string[];
  /** The program takes no abbreviated options: `--cache` is not short for `--cache-file`. */
  readonly unabbreviated?: true;
  /** Letters of dangerous short options that take a value. */
  readonly short?: string;
  /** Letters of dangerous short options without a value. */
  readonly flags?: string;
  /** Letters of other short options that take a value: what follows them in the same word is no letter. */
  readonly valued?: string;
  /** Whole words; the word after them is dangerous, too. */
  readonly words?: readonly string[];
  /** Whole words, dangerous with everything behind them. */
  readonly rest?: readonly string[];
  /** Whole words behind which a program and its arguments stand. */
  readonly runs?: readonly string[];
  /** Dangerous anywhere in a word. */
  readonly pieces?: readonly string[];
  /** No wildcard covers any argument. */
  readonly all?: true;
  /** Everything up to the first operand: the script or program that it runs. */
  readonly firstOperand?: true;
  /** Without an operand it runs what it reads from standard input. */
  readonly readsProgram?: true;
  readonly subcommands?: Subcommands;
  /** For what no list can say: the places of dangerous words. */
  readonly find?: (words: readonly ShellWord[]) => readonly number[];
}

export interface Subcommands {
  /** Options in front of the subcommand that take the next word as their value. */
  readonly valued: readonly string[];
  readonly of: { readonly [name: string]: Danger };
  /** For subcommands that are not listed. */
  readonly others?: Danger;
}

/** One danger for several programs: `"bash sh dash"`. */
export type DangerTable = { readonly [programs: string]: Danger };

/** Words in one string, for tables that would not fit a screen otherwise. */
export function list(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}
