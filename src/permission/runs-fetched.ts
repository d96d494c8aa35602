import { runsWritten } from "./given-input.ts";
import { baseName } from "./path/absolute-path.ts";
import { programName } from "./program-name.ts";
import type { Surroundings } from "./read-only-commands.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";

/**
 * Does a command run a file that the same line fetches from elsewhere, by its name or because it looks for it: `curl … >
 * Makefile; make`? Each part may be allowed, and nobody has seen what runs.
 */
export function runsFetched(command: SimpleCommand, { commands, writes }: Surroundings): boolean {
  const fetching = commands.flatMap(allWithin).filter(({ words }) => fetches.test(programName(words[0])));
  if (fetching.length === 0) return false;
  return runsWritten(command, [...writes, ...fetching.flatMap(addressed)]);
}

function allWithin(command: SimpleCommand): SimpleCommand[] {
  return [command, ...command.runs.flatMap(allWithin)];
}

const fetches = /^(?:curl|wget2?|aria2c|axel|fetch|https?|xh|scp|sftp|rsync|ssh|ftp|lftp|nc|ncat|gsutil|s3cmd|rclone)$/;

/** What is fetched has the name that its address ends with, or a name among the words. */
function addressed({ words }: SimpleCommand): FileTarget[] {
  return words.slice(1).flatMap(({ value = "", text }) => {
    const name = baseName(value.replace(/[?#].*$/s, ""));
    return name === "" || name.length > 255 ? [] : [{ path: name, text, by: "argument" as const }];
  });
}
