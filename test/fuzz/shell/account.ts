import type { ShellReading } from "../../../src/permission/shell/read-shell.ts";
import type { ShellWord } from "../../../src/permission/shell/shell-word.ts";
import type { SimpleCommand } from "../../../src/permission/shell/simple-command.ts";

/** Did the reading of a line know that it may run this? Literal words have to be there in their places. */
export function accountsFor(reading: ShellReading, argv: readonly string[]): boolean {
  if (reading.commands.some((command) => isThis(command, argv))) return true;
  // A word of the shell's own, or, where zsh takes it for none, the program that runs the same.
  return argv[0] === "time" && argv.length > 1 && accountsFor(reading, argv.slice(1));
}

function isThis(command: SimpleCommand, argv: readonly string[]): boolean {
  return matches(command.words, 0, argv, 0) || command.runs.some((run) => isThis(run, argv));
}

/** A word that is not known may become any number of words, the first of which has its prefix. */
function matches(words: readonly ShellWord[], from: number, argv: readonly string[], at: number): boolean {
  const word = words[from];
  if (word === undefined) return at === argv.length;
  if (word.value !== undefined) return argv[at] === word.value && matches(words, from + 1, argv, at + 1);
  // A tilde in it becomes a folder.
  const prefix = word.prefix.replace(/~.*/s, "");
  const least = word.prefix === "" ? 0 : 1;
  if (least === 1 && !argv[at]?.startsWith(prefix)) return false;
  for (let next = at + least; next <= argv.length; next += 1) if (matches(words, from + 1, argv, next)) return true;
  return false;
}
