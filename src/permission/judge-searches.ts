import { allowingRule } from "./bash-rule.ts";
import { pathFrom } from "./command-paths.ts";
import { programOf, textPrograms } from "./file-words.ts";
import { allOf, type FilesOfLine, globPlaces, type Part } from "./files-of-line.ts";
import { ruleBelow, type Search } from "./folder-holds.ts";
import { isAnswered } from "./judge-files.ts";
import { pathUse } from "./judge-path.ts";
import { perhapsDenied, ruled } from "./judgement.ts";
import { nameFilters } from "./name-filters.ts";
import { absolutePath, parentPath } from "./path/absolute-path.ts";
import { PathSubject } from "./path/path-subject.ts";
import { trackedFiles } from "./programs/git-repository.ts";
import { isReadOnly } from "./read-only-commands.ts";
import { unnamedReads } from "./reads-unnamed.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { spelledPaths } from "./spelled-paths.ts";
import type { UnnamedReads } from "./unnamed-reads.ts";

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
  const { inHistory, names, isUntracked = false, mayEdit = false, withContents = false, followsLinks = false } = reads;
  const skipsHidden = reads.skipsHidden === true && !/RIPGREP/.test(line.command);
  const { leftOut } = nameFilters(command.words);
  const isKnown = (): boolean => isSpokenFor([command, outer], line) || tracksNothingRuled(command, reads, line);
  if (inHistory && !isUntracked && isKnown()) return [];
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
    const search = { folder: subject.path, inHistory, names, withContents, followsLinks, skipsHidden, leftOut: kept };
    if (isFile) return [];
    if (reads.onlyEdits) return [{ ...search, does: "edit" }];
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

/**
 * Does a command show the tracked files of the working folder alone, and is no rule about one of these? What a commit has
 * need not be tracked any more, so nothing is known of that.
 */
function tracksNothingRuled(command: SimpleCommand, { tracked }: UnnamedReads, line: FilesOfLine): boolean {
  const { ask, policy } = line;
  if (tracked === undefined || command.folder !== "." || ask.isCwdKnown === false || /GIT_/.test(line.command))
    return false;
  const { files } = policy.parts;
  // `git add -N x; git diff` shows what is not tracked yet.
  const isAlone = line.reading.commands.every(
    (one) => allOf(one).includes(command) || isReadOnly(one, line.around) || isText(one),
  );
  if (!isAlone) return false;
  const isPath = ({ value = "" }: ShellWord): boolean => files.realpath(absolutePath(ask.cwd, value)) !== undefined;
  if (!tracked.every(isPath)) return false;
  const folder = repositoryOf(ask.cwd, line);
  const paths = trackedFiles(folder, files);
  if (paths === undefined || paths.length > maxTracked) return false;
  const indexes = (["deny", "ask"] as const).map((effect) => policy.pathIndex(effect, "read"));
  return paths.every((path) => {
    const subject = new PathSubject(`${folder}/${path}`);
    return indexes.every((index) => index.find(subject) === undefined);
  });
}

function isText({ words }: SimpleCommand): boolean {
  return textPrograms.has(programOf(words));
}

/** Of a larger repository it takes too long. */
const maxTracked = 20_000;

/** The folder of the repository that a folder is in; itself where there is none. */
function repositoryOf(folder: string, { policy }: FilesOfLine): string {
  for (let at = folder; at !== "/"; at = parentPath(at))
    if (policy.parts.files.realpath(`${at}/.git`) !== undefined) return at;
  return folder;
}
