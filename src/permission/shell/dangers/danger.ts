import type { ShellWord } from "../shell-word.ts";

/** Which arguments of a program run another program, or write a file that the program's purpose is not to write. */
export interface Danger {
  /** Long options without dashes, with a trailing `=` if a value follows. */
  readonly long?: readonly string[];
  /** The program takes no abbreviated options; of every other a listed option counts in all its abbreviations, too. */
  readonly unabbreviated?: true;
  /** The program takes its options in other letters, too: `--outDir` as `--OUTDIR`, or as `--out-dir`. */
  readonly foldsCase?: true;
  /** Letters of dangerous short options that take a value. */
  readonly short?: string;
  /** Letters of dangerous short options without a value. */
  readonly flags?: string;
  /** Letters of other short options that take a value: what follows them in the same word is no letter. */
  readonly valued?: string;
  /** Whole words; the word after them is dangerous, too. An option counts with its value behind `=` or glued to its letter, too. */
  readonly words?: readonly string[];
  /** Whole words, dangerous with everything behind them. */
  readonly rest?: readonly string[];
  /** Dangerous anywhere in a word. */
  readonly pieces?: readonly string[];
  /** No wildcard covers any argument. */
  readonly all?: true;
  /** Everything up to the first operand: the script or program that it runs. A rule has to spell the first folder of it. */
  readonly firstOperand?: true;
  /** Options without a value that may stand in front of that operand, or of the one that ends what is looked at. */
  readonly plainOptions?: RegExp;
  /** Without one of these options or an operand it runs what it reads from standard input. */
  readonly readsProgram?: true | readonly string[];
  /** Options with which it does not. */
  readonly readsNothing?: readonly string[];
  /** Options whose value is dangerous unless it is like this: `-o`, `--output`, `-coverprofile`. */
  readonly checked?: { readonly [option: string]: RegExp };
  /** The same for a file or folder that has to be inside: dangerous unless it is plain and relative. */
  readonly inside?: readonly string[];
  /** The same for what is written. */
  readonly makes?: readonly string[];
  /** Options are whole words with one dash or two: `-overlay` is no `-o`, and `--overlay` is the same. */
  readonly wholeWords?: true;
  /** Letters do not stand in bundles: `-fno-x` has no `-o` in it. */
  readonly unbundled?: true;
  /** As a subcommand: a rule has to spell its name. */
  readonly spelled?: true;
  /** Options with a value, and the first operand ends what is looked at: what follows is another's, a container's for one. */
  readonly upToOperand?: readonly string[];
  /** Options whose value is mere text, a message for one: what looks like a path or a program in it is none. */
  readonly texts?: readonly string[];
  /** Words that look like paths and are none of this machine's: those of a container, `host:path`. True for all of them. */
  readonly foreign?: true | RegExp;
  /** Its operands are judged as files one by one, see `fileArguments`. */
  readonly operandsAreJudged?: true;
  /** It only looks, wherever that is. */
  readonly onlyLooks?: true;
  readonly subcommands?: Subcommands;
  /** For what no list can say: the places of dangerous words. */
  readonly find?: (words: readonly ShellWord[]) => readonly number[];
}

export interface Subcommands {
  /** Options in front of the subcommand that take the next word as their value. */
  readonly valued: readonly string[];
  /** Those without a value. Behind an option that is neither, nobody knows which word is the subcommand. */
  readonly flags?: readonly string[];
  /** Several names may share an entry: `"run exec"`; the empty name is for the words in front of a subcommand. */
  readonly of: { readonly [names: string]: Danger };
  /** For subcommands that are not listed. */
  readonly others?: Danger;
}

/** One danger for several programs: `"bash sh dash"`. */
export type DangerTable = { readonly [programs: string]: Danger };

/** Words in one string, for tables that would not fit a screen otherwise. */
export function list(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}

/** A path that stays where it is, as far as its text can tell; where links lead is judged with the file. */
export const plainPath = /^(?!-)(?!.*(?:^|\/)\.\.(?:\/|$))(?![/~])[\w@%+=:,./ -]+$/;

/** A name, a number or a list of such: nothing that could be a path to elsewhere. */
export const plainWord = /^[\w@.,:=+*-]+$/;
