import { findNames } from "./find-names.ts";
import { nameFilters } from "./name-filters.ts";
import { baseName } from "./path/absolute-path.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import { readArguments } from "./programs/read-arguments.ts";
import { isPlainSedScript } from "./shell/sed-script.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";

/** The words of a command that may name files; not those that are known to be mere text, and not those of what it runs. */
export function fileWords({ words, runs }: SimpleCommand): readonly ShellWord[] {
  const program = programOf(words);
  if (textPrograms.has(program)) return [];
  const args = program === "git" ? gitWords(words) : behindPattern(program, words.slice(1));
  const isText = messagePrograms.test(program) ? behindMessage(program, words) : undefined;
  const filters = nameFilters(words).words;
  if (runs.length === 0 && isText === undefined && filters.size === 0) return args;
  const inner = new Set(runs.flatMap((run) => run.words));
  return args.filter((word) => !inner.has(word) && !isText?.has(word) && !filters.has(word));
}

export function programOf(words: readonly ShellWord[]): string {
  return baseName(words[0]?.value ?? "");
}

/** Their words are not files, or tell no more than that a file is there. */
export const textPrograms: ReadonlySet<string> = new Set(
  (
    "echo printf true false : test [ [[ unset type which command basename dirname read expr seq sleep kill pkill " +
    "pgrep wait exit return unalias hash help cd pushd popd shift"
  ).split(" "),
);

/** They take what a person has to say. */
const messagePrograms = /^(?:git|gh|glab|hub|hg|svn|jj|npm|yarn|pnpm|alembic)$/;

function behindMessage(program: string, words: readonly ShellWord[]): ReadonlySet<ShellWord> {
  const letters = /^(?:gh|glab|hub)$/.test(program) ? /^-[btmn]$/ : /^-[a-zA-Z]*m$/;
  const long = /^--(?:message|body|title|notes|subject|comment|description|author|date)(=|$)/;
  const takesText = (value: string): boolean => letters.test(value) || (long.test(value) && !value.includes("="));
  return new Set(
    words.filter(({ prefix }, at) => long.exec(prefix)?.[1] === "=" || takesText(words[at - 1]?.value ?? "")),
  );
}

/** Of some the first operand is a pattern, unless an option gives one; of find, what tests are told. */
function behindPattern(program: string, args: readonly ShellWord[]): readonly ShellWord[] {
  if (!patternPrograms.test(program)) return args;
  if (/^g?find$|^fd$|^fdfind$/.test(program)) return findWords(program, args);
  if (/^g?sed$/.test(program)) return withoutSedText(args);
  const isGiven = args.some(({ prefix }) => givesPattern.test(prefix));
  if (/awk$/.test(program) && args.some(({ text }) => /["<>|]|getline/.test(text))) return args;
  if (isGiven)
    return args.filter(
      (_, at) => at === 0 || !/^(?:-[a-zA-Z]*e|--regexp|--expression)$/.test(args[at - 1]?.value ?? ""),
    );
  const [pattern, ...files] = operandsOf(program, args);
  // Alone, it is a file for yq if there is one.
  return program === "yq" && files.length === 0 ? args : args.filter((word) => word !== pattern);
}

const patternPrograms = /^(?:g?find|fd|fdfind|g?sed|[efz]?grep|rg|ag|ack|[gmn]?awk|jq|yq|tr|cut)$/;
const givesPattern = /^(?:-[a-zA-Z]*[ef]|--regexp|--expression|--file|--from-file)/;

export function operandsOf(program: string, args: readonly ShellWord[]): readonly ShellWord[] {
  const table = knownPrograms.get(program)?.options;
  if (table !== undefined) return readArguments(args, table).operands;
  return args.filter(
    ({ prefix }, at) => !prefix.startsWith("-") && !/^-[a-zA-Z]*[ABCmgtTjMrEdFvil]$/.test(args[at - 1]?.value ?? ""),
  );
}

/** Without scripts that are only about text; `r x`, `w x` and what is not understood may name a file. */
function withoutSedText(args: readonly ShellWord[]): readonly ShellWord[] {
  const isGiven = args.some(({ prefix }) => givesPattern.test(prefix));
  const [first] = isGiven ? [] : operandsOf("sed", args);
  return args.filter((word, at) => {
    const script = (word.value ?? "").replace(/^(?:-[nErsuz]*e|--expression=)/, "");
    if (!isGiven) return word !== first || !isPlainSedScript(script);
    const isScript = script !== word.value || /^(?:-[a-zA-Z]*e|--expression)$/.test(args[at - 1]?.value ?? "");
    return !isScript || !isPlainSedScript(script);
  });
}

/** What find looks for is told by its name alone, unless it then does something with it. */
function findWords(program: string, args: readonly ShellWord[]): readonly ShellWord[] {
  const acts = args.some(({ prefix }) => /^-(?:exec|ok|delete|fprint|fls|x|X)|^--exec/.test(prefix));
  if (acts && (program !== "find" || findNames(args) === undefined)) return args;
  if (program !== "find" && program !== "gfind") {
    const [pattern] = operandsOf(program, args);
    return args.filter((word) => word !== pattern);
  }
  return args.filter((_, at) => !/^-(?:i?name|i?path|i?wholename|i?regex|i?lname)$/.test(args[at - 1]?.value ?? ""));
}

/** Those that git's own options have, and those of subcommands that show or change the files that they name. */
function gitWords(words: readonly ShellWord[]): readonly ShellWord[] {
  const at = words.findIndex(
    ({ prefix }, index) => index > 0 && !prefix.startsWith("-") && !isGitValue(words[index - 1]),
  );
  if (at === -1) return words.slice(1);
  return [...words.slice(1, at), ...subcommandWords(words[at]?.value ?? "", words.slice(at + 1))];
}

function subcommandWords(subcommand: string, rest: readonly ShellWord[]): readonly ShellWord[] {
  if (quietGit.has(subcommand)) return rest.filter((word, at) => namesFile(word, rest[at - 1]));
  if (subcommand === "log" || subcommand === "shortlog" || subcommand === "whatchanged") {
    const shows = rest.some(({ prefix }) => /^-(?:[a-zA-Z]*[puLGS]|-(?:pa|cc|ext|full-diff))/.test(prefix));
    return shows ? rest : rest.filter((word, at) => isOutput(word, rest[at - 1]));
  }
  if (subcommand === "diff" || subcommand === "diff-tree")
    return rest.some(({ prefix }) => /^--(?:stat|name-|numstat|shortstat|quiet)/.test(prefix))
      ? rest.filter((word, at) => isOutput(word, rest[at - 1]))
      : rest;
  if (subcommand !== "grep") return rest;
  const end = rest.findIndex(({ value }) => value === "--");
  const given = rest.some(({ prefix }) => /^-[a-zA-Z]*[ef]/.test(prefix));
  const pattern = given
    ? -1
    : rest.findIndex(({ prefix }, index) => !prefix.startsWith("-") && (end === -1 || index < end));
  return rest.filter((_, index) => index !== pattern);
}

function isGitValue(word: ShellWord | undefined): boolean {
  return /^(?:-[Cc]|--git-dir|--work-tree|--namespace|--exec-path|--config-env|--super-prefix)$/.test(
    word?.value ?? "",
  );
}

/** `--output=x`, `--outp x`, `-o x`: whatever else is not shown, this is written. */
function isOutput({ prefix }: ShellWord, before: ShellWord | undefined): boolean {
  return /^--out[a-z-]*=|^-o./.test(prefix) || /^(?:--out[a-z-]*|-o)$/.test(before?.value ?? "");
}

/** `-F x`, `-aFx`, `--file=x`, `--fi x`, `-t x`. */
function namesFile({ prefix }: ShellWord, before: ShellWord | undefined): boolean {
  return (
    /^-[a-zA-Z]*[Ftf].|^--[a-z-]+=/.test(prefix) ||
    /^(?:-[a-zA-Z]*[Ftf]|--(?:f|te|pat|bl|ref)[a-z-]*)$/.test(before?.value ?? "")
  );
}

/** They tell names and not what is in the files, or take text. */
const quietGit: ReadonlySet<string> = new Set(
  (
    "add stage status ls-files ls-tree check-ignore check-attr commit tag branch fetch push pull merge rebase rev-parse " +
    "rev-list remote switch describe reflog bisect gc notes"
  ).split(" "),
);
