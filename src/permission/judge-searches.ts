import { allowingRule } from "./bash-rule.ts";
import { pathFrom } from "./command-paths.ts";
import { ruleBelow, type Search } from "./folder-holds.ts";
import { allOf, type FilesOfLine, globPlaces, isAnswered, type Part } from "./judge-files.ts";
import { pathUse } from "./judge-path.ts";
import { perhapsDenied, ruled } from "./judgement.ts";
import { nameFilters } from "./name-filters.ts";
import { parentPath } from "./path/absolute-path.ts";
import { unnamedReads } from "./reads-unnamed.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { spelledPaths } from "./spelled-paths.ts";

/**
 * Commands that show files they do not name, where a rule is about such a file. What git shows is tracked, and that is
 * seldom what may not be read: whoever allows the command of git speaks for it.
 */
export function judgeSearches(line: FilesOfLine): Part[] {
  const { policy, reading } = line;
  const isMeant = (does: "read" | "edit"): boolean =>
    !policy.pathIndex("deny", does).isEmpty || !policy.pathIndex("ask", does).isEmpty;
  if (!isMeant("read") && !isMeant("edit")) return [];
  return reading.commands.flatMap((outer, order) =>
    allOf(outer)
      .flatMap((command) => searchesOf(command, outer, line))
      .flatMap((search): Part[] => {
        const { folder } = search;
        const denied = ruleBelow("deny", search, policy);
        if (denied !== undefined) return [{ ...perhapsDenied(denied, folder), order, text: outer.text }];
        const asked = isAnswered({ of: outer }, line) ? undefined : ruleBelow("ask", search, policy);
        return asked === undefined ? [] : [{ ...ruled(asked, folder), order, text: outer.text }];
      }),
  );
}

function searchesOf(command: SimpleCommand, outer: SimpleCommand, line: FilesOfLine): Search[] {
  const { ask, policy } = line;
  const reads = unnamedReads(command);
  if (reads === undefined) return [];
  const { inHistory, names, isUntracked = false, mayEdit = false, withContents = false } = reads;
  const skipsHidden = reads.skipsHidden === true && !/RIPGREP/.test(line.command);
  const { leftOut } = nameFilters(command.words);
  if (inHistory && !isUntracked && isSpokenFor([command, outer], line)) return [];
  const named = reads.folders.flatMap((word): readonly (string | undefined)[] => {
    const spelled = word.isSpelled
      ? spelledPaths({ path: undefined, text: word.text, by: "argument", spelledIn: command.folder }, globPlaces(line))
      : undefined;
    return spelled ?? [pathFrom(command, word)];
  });
  const isHere = reads.folders.every(({ value }) => value === "." || value === "./");
  const here = inHistory ? repositoryOf(ask.cwd, line) : (command.folder ?? "/");
  // A folder that cannot be known may be any; where it is an argument, that is judged on its own.
  const folders = named.length > 0 ? named.filter((path) => path !== undefined) : [here];
  return folders.flatMap((path) => {
    const { named: subject } = pathUse("read", "Read", ask.isCwdKnown === false ? "/" : path, ask.cwd, policy.parts);
    const isFile = inHistory && named.length > 0 && policy.parts.files.isFolder?.(subject.path) === false;
    const kept = leftOut.filter(({ at }) => at === "any" || isHere);
    const search = { folder: subject.path, inHistory, names, withContents, skipsHidden, leftOut: kept };
    if (isFile) return [];
    return mayEdit
      ? [
          { ...search, does: "read" },
          { ...search, does: "edit" },
        ]
      : [{ ...search, does: "read" }];
  });
}

function isSpokenFor(commands: readonly SimpleCommand[], line: FilesOfLine): boolean {
  const { policy } = line;
  if (policy.ofTool("Bash").allow !== undefined) return true;
  return commands.some((command) => allowingRule(command, policy, line) !== undefined);
}

/** The folder of the repository that a folder is in; itself where there is none. */
function repositoryOf(folder: string, { policy }: FilesOfLine): string {
  for (let at = folder; at !== "/"; at = parentPath(at))
    if (policy.parts.files.realpath(`${at}/.git`) !== undefined) return at;
  return folder;
}
