import { type ParsedScript, parse } from "unbash";
import { spend } from "../work.ts";
import { disagreement } from "./guard/agreement.ts";
import { guard } from "./guard/guard.ts";
import { maxCommand } from "./max-command.ts";
import { ScriptReader } from "./script-reader.ts";
import type { AssignedValue, FileTarget, SimpleCommand } from "./simple-command.ts";
import { unsafeCharacter } from "./unsafe-characters.ts";

/** What a command line would run and touch, as far as it can be known. */
export interface ShellReading {
  /** Why the line is asked about whatever the rules say; only a rule that equals the whole line may allow it. */
  readonly unreadable: string | undefined;
  /** Every command, those in substitutions included. Deny rules apply to them even if the line is unreadable. */
  readonly commands: readonly SimpleCommand[];
  readonly writes: readonly FileTarget[];
  readonly reads: readonly FileTarget[];
  /** What it sets variables of the shell to, as it is written: `A=1`. */
  readonly assigned: readonly string[];
  /** What it gives to variables in any way. */
  readonly values: readonly AssignedValue[];
}

/** Two readers that know nothing of each other have to agree on every piece of a line before it is judged. */
export function readShell(line: string): ShellReading {
  const reader = new ScriptReader(parseUnguarded);
  const character = unsafeCharacter(line);
  if (character !== undefined) reader.problem(`it contains ${character}`);
  if (line.length > maxCommand) reader.problem("it is too long");
  else {
    spend(readingSteps * line.length);
    readGuarded(reader, line);
  }
  const { unreadable, commands, writes, reads, assigned, values } = reader;
  return { unreadable, commands, writes, reads, assigned, values };
}

/** For each character. A line may hold many others. */
const readingSteps = 3;

function readGuarded(reader: ScriptReader, line: string): void {
  const guarded = guard(line);
  if ("refused" in guarded) {
    reader.problem(guarded.refused);
    if (guarded.isOversized || !boundedForParser(line)) return;
  }
  try {
    const script = parse(line);
    const difference = "refused" in guarded ? undefined : disagreement(guarded.marks, script);
    if (difference !== undefined) reader.problem(`two readers disagree about it: ${difference}`);
    reader.readLine(script);
  } catch (error) {
    // The parser reads the inside of words when they are looked at. Whatever it stumbles over, the line is asked about.
    reader.problem(`it cannot be read: ${error}`);
  }
}

/** What no guard has read is parsed for deny rules only. */
function parseUnguarded(source: string): ParsedScript | undefined {
  try {
    return boundedForParser(source) ? parse(source) : undefined;
  } catch {
    return undefined;
  }
}

/** From each opening on the parser looks for its end, up to that of the text; whoever judges its commands takes time for each. */
function boundedForParser(source: string): boolean {
  if (source.length > maxUnguardedLength) return false;
  const openings = source.match(/[({<`]|\$\[/g)?.length ?? 0;
  const pieces = source.match(/[ \t\n;&|]+/g)?.length ?? 0;
  return (
    openings <= maxUnguardedOpenings && openings * source.length <= maxUnguardedLooks && pieces <= maxUnguardedPieces
  );
}

const maxUnguardedLength = 8_192;
const maxUnguardedOpenings = 128;
/** At characters. */
const maxUnguardedLooks = 100_000;
const maxUnguardedPieces = 512;
