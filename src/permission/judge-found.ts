import { pathFrom } from "./command-paths.ts";
import { type FilesOfLine, globPlaces } from "./files-of-line.ts";
import { ruleBelow } from "./folder-holds.ts";
import { type FoundNames, foundFor } from "./found-names.ts";
import { type Judgement, perhapsDenied, ruled } from "./judgement.ts";
import { nameFilters } from "./name-filters.ts";
import { absolutePath } from "./path/absolute-path.ts";
import { PathSubject } from "./path/path-subject.ts";
import type { Rule } from "./rule.ts";
import type { ShellWord } from "./shell/shell-word.ts";
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
  for (const word of found.words) {
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

function pathsOf(word: ShellWord, by: SimpleCommand, line: FilesOfLine): readonly string[] | undefined {
  const target: FileTarget = { path: undefined, text: word.text, by: "argument", spelledIn: by.folder };
  if (word.isSpelled) return spelledPaths(target, globPlaces(line));
  const path = pathFrom(by, word);
  return path === undefined || path.startsWith("~") ? undefined : [absolutePath(line.ask.cwd, path)];
}
