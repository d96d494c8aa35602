import { dangerOf, named } from "../shell/dangers/danger-of.ts";
import { hasWildcard } from "../shell/rule-pattern.ts";
import { joinsCommands } from "../shell/useless-command.ts";
import type { SpecifierSlip } from "./slip.ts";

/** A letter, a bracket or a colon too many or in another place; the first that fits is told. */
export function commandTypo(pattern: string, home: string): SpecifierSlip | undefined {
  for (const look of looks) {
    const slip = look(pattern, home);
    if (slip !== undefined) return slip;
  }
  return undefined;
}

const looks: readonly ((pattern: string, home: string) => SpecifierSlip | undefined)[] = [
  nothing,
  drive,
  leftOver,
  joined,
  sameProgram,
  parameterAlone,
  colonAtEnd,
  quotedBegin,
  subcommandCase,
  variableValue,
  homeProgram,
];

function nothing(pattern: string): SpecifierSlip | undefined {
  return /^(?:""|'')$/.test(pattern) ? { why: "it names nothing", meant: [] } : undefined;
}

function drive(pattern: string): SpecifierSlip | undefined {
  return /^[A-Za-z]:\\/.test(pattern)
    ? { why: "a path with a drive is written with slashes", meant: [pattern.replace(/\\+/g, "/")] }
    : undefined;
}

/** `ls)`: no shell reads it. */
function leftOver(pattern: string): SpecifierSlip | undefined {
  if (/["'\\`$]|\bcase\b/.test(pattern)) return undefined;
  const count = (letter: string): number => pattern.split(letter).length - 1;
  const meant = pattern.replace(/^[(\s]+|[)\s]+$/g, "");
  return count("(") === count(")") || meant === pattern || meant === ""
    ? undefined
    : { why: "a bracket of it is left over", meant: [meant] };
}

/** `cd:* && ls:*`. */
function joined(pattern: string): SpecifierSlip | undefined {
  if (/["'\\]/.test(pattern) || !/:\*./.test(pattern) || !joinsCommands(pattern)) return undefined;
  const pieces = pattern.split(/&&|\|\||[;|&\n]/).map((piece) => piece.trim());
  return {
    why: "every command of a line is looked at on its own: write a rule for each",
    meant: pieces.filter((piece) => piece !== "" && piece !== ":*" && piece !== "*"),
  };
}

/** `git push|git pull`, `git push, git pull`. */
function sameProgram(pattern: string): SpecifierSlip | undefined {
  if (/["'\\`]/.test(pattern)) return undefined;
  const pieces = pattern.split(/\s*,\s*|(?<=\S)\|(?=\S)|\s+or\s+/);
  const [first = ""] = pattern.split(" ", 1);
  if (pieces.length < 2 || !pieces.every((piece) => /^\w/.test(piece) && piece.startsWith(`${first} `)))
    return undefined;
  return { why: "a rule is one command", meant: pieces.map((piece) => (hasWildcard(piece) ? piece : `${piece}:*`)) };
}

function parameterAlone(pattern: string): SpecifierSlip | undefined {
  return /^(?:run_in_background|dangerouslyDisableSandbox)$/.test(pattern)
    ? { why: "a parameter is followed by a colon and its value", meant: [`${pattern}:true`] }
    : undefined;
}

/** `git push:`; other programs name machines and volumes like this. */
function colonAtEnd(pattern: string): SpecifierSlip | undefined {
  const [, words, program = ""] = /^(([a-z][\w.+-]*) [a-z][\w-]*):$/.exec(pattern) ?? [];
  return words === undefined || dangerOf(program)?.subcommands === undefined
    ? undefined
    : { why: "`:` ends no rule", meant: [`${words}:*`] };
}

/** `"git push":*`; a program may have a blank in its path. */
function quotedBegin(pattern: string): SpecifierSlip | undefined {
  const [, , words = "", end = ""] = /^(["'])([^"'\\]+)\1(:\*| \*)$/.exec(pattern) ?? [];
  return words === "" || /^[~./]|^[A-Za-z]:/.test(words)
    ? undefined
    : { why: "the quotes are taken as a part of it", meant: [words + end], sure: "certain" };
}

function subcommandCase(pattern: string): SpecifierSlip | undefined {
  const [, program = "", name = "", rest = ""] = /^([a-z][\w.+-]*) ([A-Za-z][\w-]*)((?:[ :].*)?)$/s.exec(pattern) ?? [];
  const small = name.toLowerCase();
  const table = name === small ? undefined : dangerOf(program)?.subcommands;
  if (table === undefined || named(table.of, small) === undefined || named(table.of, name) !== undefined)
    return undefined;
  return { why: `the subcommand is ${small}`, meant: [`${program} ${small}${rest}`], sure: "certain" };
}

/** `FOO=* npm test`: what forbids sees it, what allows does not. */
function variableValue(pattern: string): SpecifierSlip | undefined {
  const rest = /^(?=\S*\*)(?:\w+=\S*\s+)+(\S.*)$/s.exec(pattern)?.[1];
  return rest === undefined
    ? undefined
    : {
        why: `no wildcard stands for the value of a variable: write it out, or Bash(${rest})`,
        meant: [pattern],
        sure: "certain",
      };
}

/** What the shell makes of `~` or a variable is the program: that is asked about each time. */
function homeProgram(pattern: string, home: string): SpecifierSlip | undefined {
  const rest = /^(?:~|\$HOME|\$\{HOME\})(\/[\w./+-]+.*)$/s.exec(pattern)?.[1];
  return rest === undefined
    ? undefined
    : {
        why: "a program that is named by ~ or a variable is asked about each time, and by its whole path it is not",
        meant: [home === "/" ? pattern : home + rest],
        sure: "certain",
      };
}
