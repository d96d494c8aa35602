import { programOf } from "./file-words.ts";
import { findNames } from "./find-names.ts";
import { nameFilters } from "./name-filters.ts";
import { unnamedReads } from "./reads-unnamed.ts";
import { readShell } from "./shell/read-shell.ts";
import { type ShellWord, unknownWords } from "./shell/shell-word.ts";
import type { Feed, SimpleCommand } from "./shell/simple-command.ts";

/** Files of which a command tells the names, for another to read or change. */
export interface FoundNames {
  readonly by: SimpleCommand;
  /** The folders that are searched, or the names themselves; none: the folder that it runs in. */
  readonly words: readonly ShellWord[];
  readonly isListed: boolean;
  /** The patterns that names fit; undefined: all. */
  readonly names?: readonly string[] | undefined;
  /** Only files are found, no folders and no links. */
  readonly onlyFiles: boolean;
  readonly skipsHidden: boolean;
  /** Between two names there is what no name has. */
  readonly isSeparated: boolean;
  /** They are tracked files of git: those that fit one of these patterns, or all. */
  readonly tracked?: readonly string[];
}

/** What a command adds to the words of another, or puts in the place of one: `find … | xargs cat`, `cat $(find …)`. */
export function foundFor({ text }: Pick<ShellWord, "text">, outer: SimpleCommand): FoundNames | undefined {
  const program = programOf(outer.words);
  if (/^g?find$/.test(program)) {
    const found = text === "{}" ? findTold(outer) : undefined;
    return found && { ...found, isSeparated: true };
  }
  if (program === "xargs") {
    const isAdded = text === unknownWords.text || (text === "{}" && outer.words.some(({ value }) => value === "{}"));
    const isPlain = outer.runs.length > 0 && outer.words.every(({ prefix }) => !/^-(?:[a-zA-Z0]*d|-del)/.test(prefix));
    const found = isAdded && isPlain ? foundIn(outer.feed) : undefined;
    const splits = !outer.words.some(({ prefix }) => /^(?:-[a-zA-Z]*0|--null$)/.test(prefix));
    return found && { ...found, isSeparated: found.isSeparated && !splits };
  }
  const source = /^"?\$\(([^()`$"]*)\)"?$/.exec(text)?.[1];
  if (source === undefined) return undefined;
  const { commands, unreadable, writes } = readShell(source);
  if (unreadable !== undefined || writes.length > 0 || outer.folder !== ".") return undefined;
  const found = foundIn({ commands, texts: [], isWhole: true });
  return found && { ...found, isSeparated: false };
}

/** The same for what a loop reads. */
export function foundByPipe(feed: Feed | undefined): FoundNames | undefined {
  return foundIn(feed);
}

/** Of a pipe: what its first command finds, where the others hand it on line by line. */
function foundIn(feed: Feed | undefined): FoundNames | undefined {
  if (feed === undefined || !feed.isWhole || feed.texts.length > 0) return undefined;
  const [first, ...rest] = feed.commands;
  if (first === undefined || first.runs.length > 0 || !rest.every(handsOn)) return undefined;
  return findTold(first) ?? searchNames(first) ?? listNames(first) ?? trackedNames(first);
}

function findTold(command: SimpleCommand): FoundNames | undefined {
  const { words } = command;
  const found = /^g?find$/.test(programOf(words)) ? findNames(words.slice(1)) : undefined;
  return found && { by: command, ...found, words: found.folders, isListed: false, skipsHidden: false };
}

/** Each line is one that it was given, or none is. */
function handsOn({ words, runs }: SimpleCommand): boolean {
  const [program, ...args] = words.map(({ value }) => value ?? "$");
  const operands = args.filter((arg) => !arg.startsWith("-"));
  if (runs.length > 0) return false;
  if (program === "grep")
    return operands.length === 1 && args.every((arg) => !arg.startsWith("-") || /^-[vEFiw]+$/.test(arg));
  if (!/^(?:sort|uniq|head|tail|tac|shuf)$/.test(program ?? "")) return false;
  return args.every((arg, at) => /^-(?:[urn]|\d+|n\d+)$/.test(arg) || (/^\d+$/.test(arg) && args[at - 1] === "-n"));
}

/** `grep -rl`, `rg -l`, `rg --files`: what they search, links left out. */
function searchNames(command: SimpleCommand): FoundNames | undefined {
  const { words } = command;
  const has = (option: RegExp): boolean => words.some(({ prefix }) => option.test(prefix));
  const reads = has(/^-[a-zA-Z]*[rl]/) ? unnamedReads(command) : undefined;
  const isPlain =
    /^(?:grep|egrep|fgrep|rg)$/.test(programOf(words)) && has(/^(?:-[a-km-zA-Z]*l[a-zA-Z]*|--files-with-matches)$/);
  if (!isPlain || reads === undefined || has(/^-[a-zA-Z]*[RLSof]|^--(?:der|fol|heading|color|pretty|json|label)/))
    return undefined;
  const { folders, names, skipsHidden = false } = reads;
  return { by: command, words: folders, isListed: false, names, onlyFiles: true, skipsHidden, isSeparated: false };
}

/** `ls *.log`, where each is a file. */
function listNames(command: SimpleCommand): FoundNames | undefined {
  const [program, ...args] = command.words;
  const operands = args.filter(({ prefix }) => !prefix.startsWith("-"));
  const isPlain = args.every(({ prefix, value }) => !prefix.startsWith("-") || /^-[1trd]+$/.test(value ?? ""));
  if (program?.value !== "ls" || !isPlain || operands.length === 0 || nameFilters(command.words).words.size > 0)
    return undefined;
  return { by: command, words: operands, isListed: true, onlyFiles: false, skipsHidden: false, isSeparated: false };
}

/** `git ls-files`, `git grep -l`, `git diff --name-only`: nothing but files that the index holds, as long as no commit is named. */
function trackedNames(command: SimpleCommand): FoundNames | undefined {
  const { words, assignments } = command;
  const [program, subcommand, ...args] = words.map(({ value }) => value);
  if (program !== "git" || assignments.length > 0 || args.includes(undefined)) return undefined;
  const end = args.indexOf("--");
  const before = (end === -1 ? args : args.slice(0, end)) as string[];
  const behind = (end === -1 ? [] : args.slice(end + 1)) as string[];
  const operands = before.filter((arg) => !arg.startsWith("-"));
  const options = before.filter((arg) => arg.startsWith("-"));
  const [allowed, own] = tellers.get(subcommand ?? "") ?? [];
  if (allowed === undefined || own === undefined || !options.every((option) => allowed.test(option))) return undefined;
  const tellsNames = options.some((option) => /^-[a-z]*l[a-z]*$|^--(?:files-with-matches|name-only)$/.test(option));
  if (own !== "all" && (operands.length !== own || !tellsNames)) return undefined;
  const tracked = own === "all" ? [...operands, ...behind] : behind;
  const isSeparated = options.some((option) => /^-[a-z]*z/.test(option));
  return { by: command, words: [], isListed: true, onlyFiles: false, skipsHidden: false, isSeparated, tracked };
}

/** Their options, and how many operands are no files. */
const tellers: ReadonlyMap<string, readonly [options: RegExp, operands: number | "all"]> = new Map([
  ["ls-files", [/^(?:-[zcm]+|--cached|--modified)$/, "all"]],
  ["grep", [/^(?:-[nilwEFPz]+|--files-with-matches|--name-only|--ignore-case)$/, 1]],
  ["diff", [/^(?:-z|--name-only|--diff-filter=\w+)$/, 0]],
]);
