import { programName } from "./program-name.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import { dangerOf } from "./shell/dangers/danger-of.ts";
import { literal, type ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { wrappers } from "./shell/wrappers.ts";
import { takesNames, textPrograms } from "./text-arguments.ts";

/**
 * Of a program that nobody knows: the places of words that are a command for it to run, by the look of them, `hyperfine 'rm x'`,
 * `chronic rm x`, `doppler run -- rm x`, `cross-env A=b rm x`. Those that run something are too many for any table.
 */
export function runWordPlaces({ words, runs }: SimpleCommand): readonly number[] {
  const [program] = words;
  const name = programName(program);
  if (words.length === 1 || runs.length > 0 || isKnownByTable(name) || textPrograms.has(name)) return [];
  if (runners.has(name)) return words.map((_, at) => at).slice(1);
  const areNames = takesNames(words);
  return words.flatMap((word, at) => (at > 0 && isRun(words, word, at, areNames) ? [at] : []));
}

/** Why a rule that allows a program with a wildcard allows nothing by it. */
export function wildcardOfRunner(pattern: string): string | undefined {
  const program = /^([\w.+-]+)(?::\*| \*)$/.exec(pattern)?.[1] ?? "";
  if (program === "" || !(runners.has(program) || dangerOf(program)?.all)) return undefined;
  return `no wildcard stands for what ${program} is given, which may run or write anything: spell it word by word`;
}

/** They do nothing but run what they are given. */
const runners: ReadonlySet<string> = new Set(
  (
    "chronic ifne pee tsp sem pueue retry lockrun run-one dumb-init tini catchsegv multitime heaptrack hyperfine poop watchexec mprocs " +
    "gtime gtimeout gnice gnohup genv gxargs gstdbuf gchroot nodemon concurrently cross-env cross-env-shell onchange"
  ).split(" "),
);

function isKnownByTable(name: string): boolean {
  return dangerOf(name) !== undefined || knownPrograms.has(name) || Object.hasOwn(wrappers, name);
}

function isRun(words: readonly ShellWord[], { value }: ShellWord, at: number, areNames: boolean): boolean {
  // What an expansion decides has to be spelled anyway.
  if (value === undefined || value.length > maxText) return value !== undefined;
  if (/\s/.test(value)) return !isProse(words, at) && isCommandLine(value);
  if (!isProgram(value) || tasks.has(value)) return false;
  const before = words[at - 1]?.value ?? "";
  if (runsNext.test(before)) return true;
  // The name of a package, of a language or of a folder has no words of its own behind it.
  return !areNames && !subcommands.has(value) && !before.startsWith("--") && at + 1 < words.length;
}

/** Behind them stands a program, if there is one. */
const runsNext = /^(?:--|exec|run|record|spawn|launch|trace|profile|wrap|[A-Za-z_]\w*=.*)$/s;

/** Nobody writes a longer one for people to read. */
const maxText = 4_096;

/** A message, a title or a question. */
function isProse(words: readonly ShellWord[], at: number): boolean {
  const option = /^(-\w|--[\w-]+)(?:=|$)/;
  const name = option.exec(words[at]?.prefix ?? "")?.[1] ?? words[at - 1]?.value ?? "";
  return /^(?:-m|-am|--(?:message|title|body|notes|description|subject|reason|prompt|label|comment|name))$/.test(name);
}

/** It begins with a program, and does not go on as a sentence does. */
function isCommandLine(text: string): boolean {
  const [, program = "", rest = ""] = /^(?:-\w|--?[\w-]+=)?\s*(?:[A-Za-z_]\w*=\S*\s+)*(\S+)\s*(.*)$/s.exec(text) ?? [];
  if (!isProgram(program) && !/^\.{0,2}\//.test(program)) return false;
  return !/^[A-Za-z]+(?:[\s,]+[A-Za-z']+){2,}[.!?]?$/.test(rest) || !isWord(program);
}

function isProgram(name: string): boolean {
  return /^[\w./+-]+$/.test(name) && isKnownByTable(programName(literal(name)));
}

function isWord(name: string): boolean {
  return tasks.has(name) || subcommands.has(name);
}

/** Programs with the name of what people call their tasks, scripts and folders. */
const tasks: ReadonlySet<string> = new Set(
  (
    "alias arch at batch bind check code complete convert declare delta enable eval exec export file float format free groups " +
    "help history host identify info install integer just link local locale mail next open paste patch print prune pull push read " +
    "readonly rename run rust screen script service set setup shell show sleep source split start stop swift sync tag task test time trap " +
    "tree true type unset up wait watch which who yes"
  ).split(" "),
);

/** With the name of a subcommand, of a language or of a thing that many programs know. */
const subcommands: ReadonlySet<string> = new Set(
  (
    "cal cat cc cd column command cp cut date df diff dir docker du echo env expand expr false find fold git go hash head hostname " +
    "id join kill ld let ln ls make man merge mv node php pip popd printf pwd python rm ruby sed seq sort ss stat strings " +
    "tail tee touch tr umask"
  ).split(" "),
);
