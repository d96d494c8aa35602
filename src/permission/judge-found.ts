import { pathFrom } from "./command-paths.ts";
import { type FilesOfLine, globPlaces } from "./files-of-line.ts";
import { ruleBelow } from "./folder-holds.ts";
import { type FoundNames, foundFor } from "./found-names.ts";
import { type Judgement, perhapsDenied, ruled } from "./judgement.ts";
import { nameFilters } from "./name-filters.ts";
import { absolutePath } from "./path/absolute-path.ts";
import { PathSubject } from "./path/path-subject.ts";
import type { PathRuleIndex } from "./path-rule-index.ts";
import { trackedAt } from "./programs/git-repository.ts";
import type { Rule } from "./rule.ts";
import { literal, type ShellWord } from "./shell/shell-word.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";
import { spelledPaths } from "./spelled-paths.ts";

/** The names that a word stands for, where another command of the line tells them, and both run in the same folder. */
export function foundNames(
  word: Pick<ShellWord, "text">,
  outer: SimpleCommand,
  line: FilesOfLine,
): FoundNames | undefined {
  const found = line.ask.isCwdKnown === false ? undefined : foundFor(word, outer);
  return found === undefined || found.by.folder === undefined || found.by.folder !== outer.folder ? undefined : found;
}

/** What rules say of files whose names another command of the line tells; undefined: nothing. */
export function judgeFound(does: "read" | "edit", found: FoundNames, line: FilesOfLine): Judgement | undefined {
  const ways = does === "edit" ? (["read", "edit"] as const) : (["read"] as const);
  for (const way of ways) {
    const denied = ruleOf("deny", way, found, line);
    if (denied !== undefined) return perhapsDenied(denied);
  }
  for (const way of ways) {
    const asked = ruleOf("ask", way, found, line);
    if (asked !== undefined) return ruled(asked);
  }
  return undefined;
}

function ruleOf(effect: "deny" | "ask", does: "read" | "edit", found: FoundNames, line: FilesOfLine): Rule | undefined {
  const { policy, ask } = line;
  const index = policy.pathIndex(effect, does);
  if (index.isEmpty) return undefined;
  const { files } = policy.parts;
  if (found.tracked !== undefined) return trackedRule(index, found, line);
  for (const word of found.words.length === 0 ? [literal(".")] : found.words) {
    const paths = pathsOf(word, found.by, line);
    if (paths === undefined) return index.first;
    for (const path of paths) {
      const rule = found.isListed ? ofName(path) : ruleBelow(effect, searchOf(path), policy);
      if (rule !== undefined) return rule;
    }
  }
  return undefined;

  function ofName(path: string): Rule | undefined {
    if (/[\s'"\\*?[]/.test(path.slice(ask.cwd.length)) || files.isFolder?.(path) !== false) return index.first;
    const real = files.realpath(path);
    return index.find(new PathSubject(path)) ?? (real === undefined ? undefined : index.find(new PathSubject(real)));
  }

  function searchOf(folder: string): Parameters<typeof ruleBelow>[1] {
    const { names, onlyFiles, skipsHidden, isSeparated, by } = found;
    const isHere = found.words.every(({ value }) => value === "." || value === "./");
    return {
      folder,
      does,
      names,
      withContents: !onlyFiles,
      followsLinks: !onlyFiles,
      splitsNames: !isSeparated,
      skipsHidden,
      leftOut: nameFilters(by.words).leftOut.filter(({ at }) => at === "any" || isHere),
    };
  }
}

/** Of the index, as it is before the line runs: nothing else in it may be git. */
function trackedRule(index: PathRuleIndex, found: FoundNames, { command, policy, ask }: FilesOfLine): Rule | undefined {
  const { tracked = [], isSeparated } = found;
  const { files } = policy.parts;
  const isAlone = command.split(/\bgit\b/).length === 2 && !/GIT_/.test(command);
  const listed = isAlone ? trackedAt(ask.cwd, files) : undefined;
  if (listed === undefined || listed.paths.length > maxTracked || listed.links.length > maxLinks) return index.first;
  const wanted = tracked.map(specTest);
  const isMeant = (path: string): boolean => wanted.length === 0 || wanted.some((test) => test(path));
  const ofPath = (path: string): Rule | undefined => index.find(new PathSubject(path));
  const isPlain = (path: string): boolean => isSeparated || !/[\s'"\\*?[\x7f-\uffff]/.test(path);
  const ofReal = (path: string): Rule | undefined => {
    const real = files.realpath(`${ask.cwd}/${path}`);
    if (real === undefined) return undefined;
    return files.isFolder?.(real) === false ? ofPath(real) : index.first;
  };
  return (
    firstRule(listed.paths.filter(isMeant), (path) => (isPlain(path) ? ofPath(`${ask.cwd}/${path}`) : index.first)) ??
    firstRule(listed.links.filter(isMeant), ofReal)
  );
}

function firstRule(paths: readonly string[], find: (path: string) => Rule | undefined): Rule | undefined {
  for (const path of paths) {
    const rule = find(path);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** Of a larger repository it takes too long. */
const maxTracked = 20_000;
const maxLinks = 64;

/** Whether a path may fit a pattern of git; what is not plain fits all. */
function specTest(spec: string): (path: string) => boolean {
  const bare = spec.replace(/^\.\//, "").replace(/\/$/, "");
  if (/^\*\.[\w.]+$/.test(bare)) return (path) => path.endsWith(bare.slice(1));
  if (!/^[\w@+-][\w./@+-]*$/.test(bare) || bare.includes("..")) return () => true;
  return (path) => path === bare || path.startsWith(`${bare}/`);
}

function pathsOf(word: ShellWord, by: SimpleCommand, line: FilesOfLine): readonly string[] | undefined {
  const target: FileTarget = { path: undefined, text: word.text, by: "argument", spelledIn: by.folder };
  if (word.isSpelled) return spelledPaths(target, globPlaces(line));
  const path = pathFrom(by, word);
  return path === undefined || path.startsWith("~") ? undefined : [absolutePath(line.ask.cwd, path)];
}
