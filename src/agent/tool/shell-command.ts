import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { GroupCommand, type GroupCommandOptions } from "./group-command.ts";

export interface ShellCommandOptions extends Omit<GroupCommandOptions, "file" | "args"> {
  readonly command: string;
}

/** A command line in a shell. */
export class ShellCommand extends GroupCommand {
  constructor({ command, ...options }: ShellCommandOptions) {
    super({ file: shell(options.env), args: ["-c", command], ...options });
  }
}

function shell({ PATH = "" }: NodeJS.ProcessEnv): string {
  // A relative entry would let the project choose the shell.
  const folders = ["/bin", "/usr/bin", ...PATH.split(":").filter(isAbsolute)];
  return folders.map((folder) => join(folder, "bash")).find(existsSync) ?? "/bin/sh";
}
