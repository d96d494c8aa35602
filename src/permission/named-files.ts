import { baseName } from "./path/absolute-path.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { pathsInSource, wordsAsPaths } from "./words-as-paths.ts";

/** A text in a command that may name a file. */
export interface NamedFile {
  /** From where the line began, or absolute. */
  readonly path: string;
  /** The word it stands in. */
  readonly text: string;
  /** With it, all that is in it is moved or copied to another name. */
  readonly withContents: boolean;
  /** Its content is shown for certain. */
  readonly isShown: boolean;
}

/** What the literal words of a command may name, of whichever program, known or not; not those that are known to be mere text. */
export function namedFiles(command: SimpleCommand): readonly NamedFile[] | "tooLong" {
  const { words, folder, runs } = command;
  const program = baseName(words[0]?.value ?? "");
  if (textPrograms.has(program)) return [];
  const inner = new Set(runs.flatMap((run) => run.words));
  const args = argumentsOf(program, words).filter((word) => !inner.has(word));
  if (args.some(({ text }) => text.length > maxWord)) return "tooLong";
  const withContents = movesFolders(program, words);
  const isShown = program === "git" && words.some(({ value }) => showingGit.has(value ?? ""));
  return args.flatMap((word) => {
    const { text } = word;
    const value = word.value ?? knownPlace(text);
    if (value === undefined) return [];
    const isSource = /[\s"'(<>{]/.test(value) && sourcePrograms.test(program);
    const names = [...wordsAsPaths(value), ...(isSource ? pathsInSource(value) : [])];
    const isHere = folder === undefined || folder === ".";
    return names.map((name) => ({
      path: isHere || /^[/~]/.test(name) ? name : `${folder}/${name}`,
      text,
      withContents,
      isShown,
    }));
  });
}

/** A longer word is not searched for names. */
const maxWord = 16_384;

/** The home folder and the current one have names that only the shell makes a path of. */
function knownPlace(text: string): string | undefined {
  const bare = text.replace(/["']/g, "");
  const [, home, rest = ""] = /^(?:(~|\$HOME|\$\{HOME\})|\$PWD|\$\{PWD\})(\/[\w./-]*)?$/.exec(bare) ?? [];
  if (rest === "" && home === undefined) return undefined;
  return home === undefined ? `.${rest}` : `~${rest}`;
}

function argumentsOf(program: string, words: readonly ShellWord[]): readonly ShellWord[] {
  if (program === "git") return gitNames(words);
  return patternPrograms.test(program) ? behindPattern(words) : words.slice(1);
}

const showingGit: ReadonlySet<string> = new Set(["show", "cat-file", "blame", "annotate", "grep", "diff"]);

/** Their words are not files, or tell no more than that a file is there. */
const textPrograms: ReadonlySet<string> = new Set(
  (
    "echo printf true false : test [ [[ export local declare typeset readonly set unset type which command basename " +
    "dirname read expr seq date sleep kill pkill pgrep wait exit return alias unalias hash man help cd pushd popd shift"
  ).split(" "),
);

const patternPrograms = /^(?:[efz]?grep|rg|ag|ack|g?sed|[gm]?awk|jq|yq|find|gfind|fd|locate|tr|cut)$/;

const sourcePrograms =
  /^(?:(?:ba|da|z|k|mk|a|fi)?sh|eval|trap|su|ssh|watch|parallel|python[\d.]*|pypy\d*|node|bun|deno|ruby|perl|php|lua|Rscript|pwsh|osascript|[gm]?awk|g?sed|ed|ex|vim?|nvim|emacs|sqlite3|psql|mysql|gdb|make)$/;

/** The first operand is a pattern, unless an option gives one; programs of find name files in their tests. */
function behindPattern(words: readonly ShellWord[]): ShellWord[] {
  const args = words.slice(1);
  if (/find$|^fd$/.test(words[0]?.value ?? ""))
    return args.filter((_, at) => !/^-(?:i?name|i?path|i?wholename|i?regex|i?lname)$/.test(args[at - 1]?.value ?? ""));
  if (args.some(({ prefix }) => /^(?:-[a-zA-Z]*[ef]|--regexp|--expression|--file|--from-file)/.test(prefix))) {
    return args.filter(
      (_, at) => !/^(?:-[a-zA-Z]*e|--regexp|--expression)$/.test(args[at - 1]?.value ?? "") || at === 0,
    );
  }
  const pattern = args.findIndex(({ prefix }) => !prefix.startsWith("-"));
  const source = args[pattern];
  const isProgram = /awk$|sed$/.test(words[0]?.value ?? "") && /["<>]|getline/.test(source?.value ?? "");
  return isProgram ? args : args.filter((_, at) => at !== pattern);
}

/** Those of git's subcommands whose words name files that they show or change. */
function gitNames(words: readonly ShellWord[]): ShellWord[] {
  const at = words.findIndex(
    ({ prefix }, place) => place > 0 && !prefix.startsWith("-") && !isGitValue(words[place - 1]),
  );
  const subcommand = words[at]?.value ?? "";
  const rest = at === -1 ? [] : words.slice(at + 1);
  const end = rest.findIndex(({ value }) => value === "--");
  if (quietGit.has(subcommand)) return rest.filter(({ prefix }) => /^-.*(?:file|F)/.test(prefix));
  if (subcommand === "log" || subcommand === "shortlog" || subcommand === "whatchanged") {
    const shows = rest.some(({ prefix }) => /^-(?:[a-zA-Z]*[puLGS]|-(?:pa|cc|ext|full-diff))/.test(prefix));
    return shows ? rest : [];
  }
  if (subcommand === "diff" || subcommand === "diff-tree")
    return rest.some(({ prefix }) => /^--(?:stat|name-|numstat|shortstat|quiet)/.test(prefix)) ? [] : rest;
  if (subcommand !== "grep") return rest;
  const given = rest.some(({ prefix }) => /^-[a-zA-Z]*[ef]/.test(prefix));
  const pattern = given
    ? -1
    : rest.findIndex(({ prefix }, place) => !prefix.startsWith("-") && (end === -1 || place < end));
  return rest.filter((_, place) => place !== pattern);
}

function isGitValue(word: ShellWord | undefined): boolean {
  return /^(?:-[Cc]|--git-dir|--work-tree|--namespace|--exec-path)$/.test(word?.value ?? "");
}

/** They tell names and not what is in the files, or take text. */
const quietGit: ReadonlySet<string> = new Set(
  (
    "add stage status ls-files ls-tree check-ignore check-attr commit tag branch fetch push pull merge rebase rev-parse " +
    "rev-list remote switch describe init clone worktree submodule stash reflog bisect clean gc config"
  ).split(" "),
);

/** Programs that give a folder another name, or carry it elsewhere, with all in it. */
function movesFolders(program: string, words: readonly ShellWord[]): boolean {
  if (/^(?:mv|ln|rsync|tar|zip|7z|7za|rclone|cpio)$/.test(program)) return true;
  if (/^(?:cp|scp|gcp)$/.test(program))
    return words.some(({ prefix }) => /^-(?:[a-zA-Z]*[rRa]|-rec|-arc)/.test(prefix));
  return program === "git" && words.some(({ value }) => value === "mv");
}
