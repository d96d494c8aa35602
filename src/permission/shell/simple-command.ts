import type { ShellWord } from "./shell-word.ts";

/** One program or builtin with its arguments, as a line would run it. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  /** The words as they are written, one space between them; without assignments and redirections. */
  readonly text: string;
  /** Variables set for this command alone: `A=1 cmd`, `env A=1 cmd`. */
  readonly assignments: readonly CommandAssignment[];
  /** Places in `words` that no wildcard of a rule covers: they run another program or write a file. */
  readonly hazards: readonly number[];
  /** Places in `words` that name no file of this machine and no program, whatever they look like. */
  readonly inert: ReadonlySet<number>;
  /** Those of the hazards of which a rule need spell no more than the first folder: `/srv/app/x` under `deploy /srv/*`. */
  readonly folders?: ReadonlySet<number>;
  /** Why only a rule without a wildcard may allow it. */
  readonly exactOnly: string | undefined;
  /** The commands in its arguments, as far as they can be read: `timeout 5 npm test` runs `npm test`. */
  readonly runs: readonly SimpleCommand[];
  /** It is nothing but what it runs: allowed when all of `runs` are. */
  readonly wrapper: boolean;
  /** What it reads where the line gives it a pipe, a file or a text to read. */
  readonly feed: Feed | undefined;
  /** Where it runs, from where the line began: `.` until a `cd`, undefined where that cannot be known. */
  readonly folder: string | undefined;
}

/** Where the standard input of a command comes from, as far as the line says it. */
export interface Feed {
  /** The commands in front of it in a pipeline. */
  readonly commands: readonly SimpleCommand[];
  /** Here-strings and here-documents, as far as they are literal. */
  readonly texts: readonly string[];
  /** Of these, the ones in which the shell expands what is in its variables. */
  readonly expanded?: readonly string[];
  /** There are no more of them. */
  readonly isWhole: boolean;
}

/** A value that a line itself gives to a variable: by an assignment, or a loop. */
export interface AssignedValue {
  readonly name: string;
  readonly word: ShellWord;
}

export interface CommandAssignment {
  readonly name: string;
  readonly text: string;
  /** Cannot change which program runs: a rule need not spell it. */
  readonly harmless: boolean;
}

/** A file that a line would read or write. */
export interface FileTarget {
  /**
   * From where the line began, `..` kept; `~/x` for the home folder, `./~/x` for a folder called `~`.
   * Undefined where it cannot be known.
   */
  readonly path: string | undefined;
  /** It stands for names: the folders that are searched for them are read. */
  readonly isGlob?: true;
  /** One of the names that a pattern stands for now; `files`: a folder of such a name is not looked into. */
  readonly byPattern?: "all" | "files";
  /** The folder in which a shell looks for names that fit, from where the line began; undefined where it looks for none. */
  readonly spelledIn?: string | undefined;
  /** As it is written. */
  readonly text: string;
  /** An argument belongs to a command that a rule must allow anyway; a redirection belongs to nobody. */
  readonly by: "redirection" | "argument";
  /** The command of the line whose argument it is, or an argument of what that one runs. */
  readonly of?: SimpleCommand;
}
