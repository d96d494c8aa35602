import { type ParsedScript, parse } from "unbash";
import { ScriptReader } from "./script-reader.ts";
import type { FileTarget, SimpleCommand } from "./simple-command.ts";
import { unsafeCharacter } from "./unsafe-characters.ts";

/** What a command line would run and touch, as far as it can be known. */
export interface ShellReading {
  /** Why the line is asked about whatever the rules say; only a rule that equals the whole line may allow it. */
  readonly unreadable: string | undefined;
  /** Every command, those in substitutions included. Deny rules apply to them even if the line is unreadable. */
  readonly commands: readonly SimpleCommand[];
  readonly writes: readonly FileTarget[];
  readonly reads: readonly FileTarget[];
}

export function readShell(line: string): ShellReading {
  const reader = new ScriptReader(parseBounded);
  const character = unsafeCharacter(line);
  if (character !== undefined) reader.problem(`it contains ${character}`);
  const script = parseBounded(line);
  if (script === undefined) reader.problem("it has too many braces or here-documents");
  else readFully(reader, script);
  return {
    unreadable: reader.unreadable,
    commands: reader.commands,
    writes: reader.writes,
    reads: reader.reads,
  };
}

/** The parser reads the inside of words when they are looked at. Whatever it stumbles over, the line is asked about. */
function readFully(reader: ScriptReader, script: ParsedScript): void {
  try {
    reader.readLine(script);
  } catch (error) {
    reader.problem(`it cannot be read: ${error}`);
  }
}

/** The parser takes quadratic time for braces that are not closed, and for here-documents on one line. */
const maxCostly = 1_000;

function parseBounded(source: string): ParsedScript | undefined {
  return count(source, "{") > maxCostly || count(source, "<<") > maxCostly ? undefined : parse(source);
}

function count(text: string, piece: string): number {
  let found = 0;
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + piece.length)) found += 1;
  return found;
}
