import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { GroupCommand, type GroupCommandOptions } from "./group-command.ts";

interface ShellCommandOptions extends Omit<GroupCommandOptions, "file" | "args"> {
  readonly command: string;
  /** A file that is told where the shell is when all went well. */
  readonly folderFile?: string;
}

/** A command line in a shell. */
export class ShellCommand extends GroupCommand {
  constructor({ command, folderFile, ...options }: ShellCommandOptions) {
    const line = folderFile === undefined ? command : recordingFolder(command, folderFile);
    super({ file: shell(options.env), args: ["-c", line], ...options });
  }
}

/** Whatever the command is, it stays one word: nothing in it can reach what comes behind it. */
function recordingFolder(command: string, file: string): string {
  return `eval ${quoted(command)} && { pwd -P >| ${quoted(file)} || :; } 2>/dev/null`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** bash wherever it is. */
export function shell({ PATH = "" }: NodeJS.ProcessEnv): string {
  // A relative entry would let the project choose the shell.
  const folders = ["/bin", "/usr/bin", ...PATH.split(":").filter(isAbsolute)];
  return folders.map((folder) => join(folder, "bash")).find(existsSync) ?? "/bin/sh";
}
