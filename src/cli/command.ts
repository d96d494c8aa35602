import type { Command } from "commander";

/** One command of `bridle`. */
export interface CliCommand {
  /** `all`: the table of commands, for one that tells of the others. */
  readonly register: (program: Command, all: readonly CommandRow[]) => void;
}

/** A row of the table of commands: what help needs at once, and the rest when the command is used. */
export interface CommandRow {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  readonly load: () => Promise<CliCommand>;
}
