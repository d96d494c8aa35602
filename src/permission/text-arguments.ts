import { programName } from "./program-name.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import { opensFiles } from "./shell/bash-rule.ts";
import { dangerOf } from "./shell/dangers/danger-of.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** Their words are printed, tested or named, and never run. */
export const textPrograms: ReadonlySet<string> = new Set(
  (
    "echo printf true false : test [ [[ type which whereis command basename dirname read expr seq date sleep kill pkill pgrep " +
    "killall wait exit return unalias hash man info help apropos whatis tldr cd pushd popd shift unset logger say"
  ).split(" "),
);

export function isText({ words, hazards, runs }: SimpleCommand, program: string): boolean {
  if (runs.length > 0) return false;
  if (manuals.test(program)) return words.every(({ prefix }) => !prefix.startsWith("-"));
  return textPrograms.has(program) && hazards.length === 0;
}

const manuals = /^(?:man|info|help|hash|unalias)$/;

/** Known not to run the words that they are given, although they do more than look. */
export const plainPrograms: ReadonlySet<string> = new Set(
  (
    "cp mv rm rmdir mkdir touch ln chmod chown chgrp install tee truncate unlink shred dd mktemp mkfifo gh glab hg svn jj service launchctl " +
    "loginctl hostnamectl nmcli defaults pbcopy xclip xsel wl-copy useradd usermod groupadd passwd id groups open code patch " +
    "export declare typeset local readonly set pip pip3 pipx"
  ).split(" "),
);

/** Is it one of these, and not told to run something after all? `jj util exec rm x`, `launchctl asuser 501 rm x`. */
export function isPlain(program: string, words: readonly ShellWord[]): boolean {
  if (!plainPrograms.has(program)) return false;
  return !(subcommanded.test(program) && words.some(({ value }, at) => at > 0 && runningWord.test(value ?? "")));
}

const subcommanded = /^(?:jj|hg|svn|launchctl|loginctl|service|defaults|nmcli|pipx?3?)$/;
const runningWord = /^(?:exec|run|util|asuser|bsexec|submit|spawn|shell|bisect|fix)$/;

/** `foo install curl`: what follows are the names of packages or services. Behind an option of a program that nobody knows, the word may be its value. */
export function takesNames(words: readonly ShellWord[]): boolean {
  const at = words.findIndex(({ prefix }, index) => index > 0 && !prefix.startsWith("-"));
  if (at === -1 || !naming.test(words[at]?.value ?? "")) return false;
  return at === 1 || isKnownProgram(programName(words[0]));
}

function isKnownProgram(program: string): boolean {
  return dangerOf(program) !== undefined || plainPrograms.has(program);
}

const naming =
  /^(?:install|reinstall|remove|uninstall|upgrade|update|search|info|show|list|status|stop|restart|reload|enable|disable|use|services)$/;

/** Subcommands that take names or arguments of the project's own programs behind `--`. */
export const projectCommands = /^(?:run|run-script|test|t|bench|start|build|check|lint|dev|serve|nextest|pytest)$/;

/** Options of whichever program that always have a value, which is for people to read. */
const prose = /^--(?:message|title|body|notes|description|subject|reason|grep|author|trailer|label|user-agent)(?==|$)/;

/** Which places hold such a value. */
export function proseIn(program: string, words: readonly ShellWord[]): (at: number) => boolean {
  const short = shortProse.get(program);
  const isOption = (word: ShellWord | undefined): boolean =>
    prose.test(word?.prefix ?? "") || (short?.test(word?.value ?? "") ?? false);
  const isKnown = isKnownProgram(program) || knownPrograms.has(program);
  return (at) =>
    (isOption(words[at]) && (words[at]?.prefix.includes("=") ?? false)) ||
    // Of a program that nobody knows the option may be a flag.
    (at > 1 && isKnown && isOption(words[at - 1]) && !(words[at - 1]?.prefix.includes("=") ?? false)) ||
    (short !== undefined && /^-[a-ln-zA-Z]*m\s*\S+\s/.test(words[at]?.value ?? "")) ||
    (databases.test(program) && isQuery(words[at]?.value ?? "")) ||
    (opensFiles(program) && isFile(words, at));
}

const shortProse: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      ["git hg svn jj gh glab", /^-[a-zA-Z]*m$|^-[tb]$/],
      ["npm pnpm yarn", /^-m$/],
      ["pytest py.test jest vitest mocha ava playwright rspec", /^-[ktg]$/],
    ] as const
  ).flatMap(([programs, options]) => programs.split(" ").map((program) => [program, options] as const)),
);

const databases = /^(?:psql|mysql|mariadb|sqlite3?|duckdb|clickhouse-client|usql|bq|cockroach)$/;

/** Of a database, with no word in it that runs a program. */
function isQuery(value: string): boolean {
  return (
    /^\s*(?:select|insert|update|delete|create|alter|drop|show|explain|with|begin|pragma|describe)\s/i.test(value) &&
    !/\\|`|\$\(|\b(?:program|system|shell|exec\w*)\b/i.test(value)
  );
}

/** Is it an option, by its name, whose value is a program? */
export function isRunningOption(word: string): boolean {
  const name = /^--?([\w.-]+)(?==|$)/.exec(word)?.[1];
  return name !== undefined && runningName.test(name);
}

const runningName =
  /(?:cmd|command|exec|program|shell|pager|editor|runner|tool|rsh|hook|preview|opener|browser|wrapper|driver)[\w-]*$/i;

/** One word, and not the value of an option. */
function isFile(words: readonly ShellWord[], at: number): boolean {
  const isPlain = (word: ShellWord | undefined): boolean =>
    word !== undefined && /^[\w./~@][^\s;|&]*$/.test(word.prefix);
  return isPlain(words[at]) && (at === 1 || isPlain(words[at - 1]));
}
