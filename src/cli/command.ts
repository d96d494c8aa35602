import type { Command } from "commander";

/** One command of `bridle`. */
export interface CliCommand {
  readonly register: (program: Command) => void;
}
