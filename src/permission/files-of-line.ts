import type { Ask } from "./ask.ts";
import type { Judgement } from "./judgement.ts";
import type { Policy } from "./policy.ts";
import type { Surroundings } from "./read-only-commands.ts";
import type { IsGiven } from "./shell/given-names.ts";
import { changesGlobs } from "./shell/glob-options.ts";
import type { ShellReading } from "./shell/read-shell.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import type { GlobPlaces } from "./spelled-paths.ts";

/** A part of a line, or a file that one of its parts names. */
export interface Part extends Judgement {
  readonly text: string;
}

export interface FilesOfLine {
  readonly reading: ShellReading;
  readonly ask: Ask;
  readonly policy: Policy;
  readonly command: string;
  /** It begins in the folder that rules are written for. */
  readonly isAtHome: boolean;
  /** A person granted this very line. */
  readonly isGranted: boolean;
  /** Whether the line may give a variable its value. */
  readonly isGiven: IsGiven;
  readonly around: Surroundings;
}

export function globPlaces({ command, reading, ask, policy }: FilesOfLine): GlobPlaces {
  return {
    home: policy.parts.home,
    files: policy.parts.files,
    cwd: ask.isCwdKnown === false ? undefined : ask.cwd,
    changesGlobs: changesGlobs(command, reading.commands),
  };
}

export function allOf(command: SimpleCommand): SimpleCommand[] {
  return command.runs.length === 0 ? [command] : [command, ...command.runs.flatMap(allOf)];
}
