import { fdReads } from "./fd-reads.ts";
import { operandsOf, programOf } from "./file-words.ts";
import { findNames } from "./find-names.ts";
import { gitFolderReads } from "./git-folder-reads.ts";
import { nameFilters, textsOf } from "./name-filters.ts";
import { gitArguments, gitShowsContent, trackedOperands } from "./programs/git-content.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import { readArguments } from "./programs/read-arguments.ts";
import { searchedNames } from "./searched-folder.ts";
import { sharedFolders } from "./shared-folders.ts";
import { literal, type ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import type { UnnamedReads } from "./unnamed-reads.ts";

export function unnamedReads({ words, assignments }: SimpleCommand): UnnamedReads | undefined {
  const program = programOf(words);
  const args = words.slice(1);
  const has = (option: RegExp): boolean => args.some(({ prefix }) => option.test(prefix));
  if (program === "git") return gitFolderReads(args) ?? gitReads(args, { assignments }) ?? sharedFolders(words);
  if (/^g?find$/.test(program)) return findReads(args);
  if (/^fd(?:find)?$/.test(program)) return fdReads(args);
  if (/^(?:rg|ag|ack|ugrep|rgrep)$/.test(program)) {
    if (program === "rg" && has(/^--(?:files|type-list|version|help)$/)) return undefined;
    const names = searchedNames({
      glob: valuesOf(args, /^(?:-g|--glob)(?:=|$)/),
      type: valuesOf(args, /^(?:-t|--type)(?:=|$)/),
    });
    const isPlain = program === "rg" && !has(/^-(?!-|g$|t$)[a-zA-Z0-9.]*[gt]|^--(?:iglob|type-)/);
    const skipsHidden = program === "rg" && assignments.length === 0 && !showsHidden(args);
    return { folders: behindPattern(program, args), inHistory: false, names: isPlain ? names : undefined, skipsHidden };
  }
  // Two folders are compared file by file.
  if (/^(?:diff|colordiff|meld|delta)$/.test(program)) return { folders: operandsOf("diff", args), inHistory: false };
  if (!/^[efz]?grep$/.test(program)) return sharedFolders(words);
  if (!has(recursive)) return undefined;
  const names = has(/^--in(?!clude(?:=|$))/) ? undefined : searchedNames({ glob: valuesOf(args, /^--include(?:=|$)/) });
  return { folders: behindPattern(program, args), inHistory: false, names };
}

/** Of a folder that is among its operands it shows no more than names and sizes, or complains. */
export function staysOnTop(command: SimpleCommand): boolean {
  return topPrograms.has(programOf(command.words)) && unnamedReads(command) === undefined;
}

const topPrograms: ReadonlySet<string> = new Set(
  (
    "cat tac nl head tail wc stat file du ls dir vdir md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum " +
    "od xxd hexdump strings realpath readlink sort uniq cut paste column fold fmt grep egrep fgrep zgrep jq"
  ).split(" "),
);

/** ripgrep is told to take hidden files, or takes those that fit; a glob that leaves something out tells it nothing. */
function showsHidden(args: readonly ShellWord[]): boolean {
  return args.some(({ prefix, value }, at) => {
    if (/^(?:-g|--glob)$/.test(value ?? "")) return !args[at + 1]?.prefix.startsWith("!");
    if (/^--glob=!/.test(prefix)) return false;
    return (
      /^-[a-zA-Z0-9]*[.uLgt]|^--(?:hid|unr|glob|iglob|type|ignore-f|follow|pre)/.test(prefix) || value === undefined
    );
  });
}

/** Of an option that may be given several times; undefined where one of them cannot be known. */
function valuesOf(args: readonly ShellWord[], option: RegExp): string | undefined {
  const values = args.flatMap(({ prefix }, at) => {
    const found = option.exec(prefix)?.[0];
    if (found === undefined) return [];
    const word = found.endsWith("=") ? args[at] : args[at + 1];
    const texts = word === undefined ? undefined : textsOf(word);
    return texts === undefined
      ? [undefined]
      : texts.map((text) => (found.endsWith("=") ? text.slice(found.length) : text));
  });
  return values.includes(undefined) ? undefined : values.join(" ");
}

const recursive = /^-[a-zA-Z0-9]*[rRd]|^--(?:rec|de|di)/;

/** The folders that are searched; where an option is not known, its value may look like one, and the own one is meant. */
function behindPattern(program: string, given: readonly ShellWord[]): readonly ShellWord[] {
  const filters = nameFilters([literal(program), ...given]).words;
  const saysFilter = (at: number): boolean => {
    const next = given[at + 1];
    return next !== undefined && filters.has(next) && !next.prefix.startsWith("-");
  };
  const args = given.filter((word, at) => !filters.has(word) && !saysFilter(at));
  const isGiven = args.some(({ prefix }) => /^(?:-[a-zA-Z]*[ef]|--regexp|--file)/.test(prefix));
  const known = knownPrograms.get(program);
  const table = known?.tables?.[""];
  const read = table && readArguments(args, table, known?.options === undefined ? true : undefined);
  const operands = read?.operands ?? operandsOf(program, args);
  const isSure = read?.known ?? !args.some(({ prefix }) => /^--[^=]+$/.test(prefix));
  const folders = isGiven ? operands : operands.slice(1);
  return isSure || folders.length === 0 ? folders : [...folders, literal(".")];
}

/** What find finds is given to a program, or deleted. */
function findReads(args: readonly ShellWord[]): UnnamedReads | undefined {
  const has = (test: RegExp): boolean => args.some(({ prefix }) => test.test(prefix));
  if (!has(/^-(?:exec|ok|delete)/)) return undefined;
  const end = args.findIndex(({ prefix }) => /^[-(!]/.test(prefix));
  const found = findNames(args);
  const isOpen = found?.onlyFiles !== true;
  return {
    folders: args.slice(0, end),
    inHistory: false,
    names: found?.names,
    mayEdit: true,
    withContents: isOpen,
    followsLinks: isOpen,
  };
}

function gitReads(
  args: readonly ShellWord[],
  { assignments }: Pick<SimpleCommand, "assignments">,
): UnnamedReads | undefined {
  const own = gitArguments(args);
  const shows = carrying.test(own[0]?.value ?? "") || gitShowsContent(own.map(({ value }) => value ?? ""));
  if (!shows || namesAll(own)) return undefined;
  const end = own.findIndex(({ value }) => value === "--");
  const isPlain = assignments.length === 0 && (own.length === args.length || args[0]?.value === "--no-pager");
  const tracked = isPlain ? trackedOperands(args) : undefined;
  return { folders: end === -1 ? [] : own.slice(end + 1), inHistory: true, tracked };
}

/** They hand on the content of commits. */
const carrying = /^(?:archive|format-patch|fast-export|range-diff|difftool|bundle)$/;

/** `git blame a`, `git show HEAD:a`: all that is shown has a name. */
function namesAll([subcommand, ...rest]: readonly ShellWord[]): boolean {
  if (subcommand?.value === "blame" || subcommand?.value === "annotate") return true;
  const operands = rest.filter(({ prefix }) => !prefix.startsWith("-"));
  return (
    /^(?:show|cat-file)$/.test(subcommand?.value ?? "") &&
    operands.length > 0 &&
    operands.every(({ value }) => /^[^:]*:./s.test(value ?? ""))
  );
}
