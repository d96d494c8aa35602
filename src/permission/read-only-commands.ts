import { absolutePath, baseName, rooted } from "./path/absolute-path.ts";
import { climbsBehindLink } from "./path/climbs-behind-link.ts";
import { type FileView, resolveLinks } from "./path/resolve-links.ts";
import { isForeignRepository, isPlainRepository } from "./programs/git-repository.ts";
import { namesObjects, subcommandOf } from "./programs/git-words.ts";
import { knownPrograms } from "./programs/known-programs.ts";
import type { Use } from "./programs/program.ts";
import { expandGlobs } from "./shell/expand-globs.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";

/** Where a command would run, and what its line writes beside it. */
export interface Surroundings {
  readonly cwd: string;
  readonly files: FileView;
  readonly writes: readonly FileTarget[];
  /** The commands of the line. */
  readonly commands: readonly SimpleCommand[];
  /** Whether they only look, of those that were asked about: rules, files and names all do. */
  readonly readOnly: Map<SimpleCommand, boolean>;
}

/**
 * Commands that only look, and so run without asking: the programs of one table, with options and operands that are known
 * to change nothing. What is not in the table is asked. The files they read are judged by their paths.
 */
export function isReadOnly(command: SimpleCommand, around: Surroundings): boolean {
  let known = around.readOnly.get(command);
  if (known === undefined) {
    known = onlyReads(command, around);
    around.readOnly.set(command, known);
  }
  return known;
}

function onlyReads(command: SimpleCommand, around: Surroundings): boolean {
  const { words, hazards, exactOnly, assignments, runs } = command;
  const name = words[0]?.value ?? "";
  const isLookedAt = name === "git" ? gitWords(words) : () => readsEveryWord.test(name);
  if (!hazards.every(isLookedAt) || exactOnly !== undefined || (runs.length > 0 && name !== "find")) return false;
  if (!assignments.every(({ harmless }) => harmless) || words.some(({ spread }) => spread === "unknown")) return false;
  const expanded = expandGlobs(command, around.cwd, around.files);
  const use = knownPrograms.has(name) ? useOf(expanded) : undefined;
  if (!use?.harmless || (name === "diff" && !comparesFiles(use, command, around))) return false;
  return name !== "git" || looksAtPlainRepository(command, around);
}

/** The table says of each word what comes of it, and what other programs of the kind may do is no matter. */
const readsEveryWord = /^(?:[gmn]?awk|original-awk|find|tar|tee)$/;

/** Where git looks is followed, and what prints the names of objects is known. */
function gitWords(words: readonly ShellWord[]): (at: number) => boolean {
  const start = subcommandOf(words.slice(1));
  return (at) => at <= start || namesObjects(words[at]);
}

function looksAtPlainRepository(command: SimpleCommand, around: Surroundings): boolean {
  const { cwd, files } = around;
  const folder = gitFolder(command, around);
  if (folder === undefined || mayRunForeign(command, around) || !isPlainRepository(folder, files)) return false;
  if (folder === resolveLinks(cwd, files)) return true;
  // Unlike the top of a repository, any other folder becomes one by a few files in it, which the line may put there.
  if (files.isFolder?.(folder) === false || !onlyLooks(around)) return false;
  // Behind a colon there is a path from the top.
  return !command.words.some(({ value, prefix }) => (value ?? prefix).includes(":"));
}

function onlyLooks({ commands }: Surroundings): boolean {
  return commands.every(({ words, wrapper, runs }) => !wrapper && runs.length === 0 && useOf(words)?.harmless === true);
}

/** Of folders, also of one beside a file, diff reads all that links in them lead to. */
function comparesFiles({ reads }: Use, { words, folder }: SimpleCommand, { cwd, files }: Surroundings): boolean {
  if (words.some(({ value }) => value === "--no-dereference")) return true;
  return reads.every(({ value, isJudgedApart }) => {
    if (value === "-" || isJudgedApart) return true;
    if (value === undefined || folder === undefined || files.isFolder === undefined) return false;
    return !files.isFolder(absolutePath(absolutePath(cwd, folder), value));
  });
}

/** Would git run what ordinary files of the project, or those that the line writes, configure? */
export function mayRunForeign(command: SimpleCommand, around: Surroundings): boolean {
  const { cwd, files, writes } = around;
  if (baseName(command.words[0]?.value ?? "") !== "git") return false;
  if (writes.some(({ path }) => path === undefined || /^(HEAD|commondir)$/i.test(baseName(path)))) return true;
  const folder = gitFolder(command, around);
  return folder === undefined || isForeignRepository(folder, resolveLinks(cwd, files) ?? cwd, files);
}

/** Where git looks, with links followed as the system does; undefined where that cannot be known. */
function gitFolder({ words, folder }: SimpleCommand, { cwd, files }: Surroundings): string | undefined {
  const entered = words.flatMap(({ value }, at) => (words[at - 1]?.value === "-C" ? [value] : []));
  let at = cwd;
  for (const one of [folder, ...entered]) {
    if (one === undefined) return undefined;
    if (one !== ".") at = rooted(at, one);
  }
  return climbsBehindLink(at, files) ? undefined : resolveLinks(at, files);
}

/** Is it in the table, and so run without a rule as long as it only looks? */
export function isKnown(program: string): boolean {
  return knownPrograms.has(baseName(program));
}

/** The words of a command of the table that name what it reads, under whatever folder the program is named. */
export function readWords(words: readonly ShellWord[]): readonly ShellWord[] {
  return useOf(words)?.reads ?? [];
}

/** Asked for again for each file that a command names. */
const uses = new WeakMap<readonly ShellWord[], Use>();

function useOf(words: readonly ShellWord[]): Use | undefined {
  const found = uses.get(words);
  if (found !== undefined) return found;
  const use = knownPrograms.get(baseName(words[0]?.value ?? ""))?.(words.slice(1));
  if (use !== undefined) uses.set(words, use);
  return use;
}
