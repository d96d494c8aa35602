import type { ShellWord } from "./shell/shell-word.ts";

/** Files that a command shows without naming them: of folders, or of commits. */
export interface UnnamedReads {
  /** The folders, as words; none: the one that it runs in. */
  readonly folders: readonly ShellWord[];
  /** Of the whole repository, and of its history. */
  readonly inHistory: boolean;
  /** And of what was never tracked, for which nobody speaks who allows the command. */
  readonly isUntracked?: true;
  /** The patterns that names have to fit; undefined: all files are meant. */
  readonly names?: readonly string[] | undefined;
  /** What it does to them may change them. */
  /** It reads none of them, and may change each. */
  readonly onlyEdits?: boolean;
  readonly mayEdit?: boolean;
  /** What is in a folder whose name fits is meant, too. */
  readonly withContents?: boolean;
  /** Of a repository, only what its index holds is shown, if these words are paths. */
  readonly tracked?: readonly ShellWord[] | undefined;
  /** Links that fit are followed. */
  readonly followsLinks?: boolean;
  /** It leaves out what has a dot in front of its name. */
  readonly skipsHidden?: boolean;
}
