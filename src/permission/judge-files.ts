import { foldersOf, pathFrom, readTargets } from "./command-paths.ts";
import { copiedTo, copiesOf } from "./copied-places.ts";
import { isSaidByEnvironment, spellsItsEnd } from "./environment-words.ts";
import { allOf, type FilesOfLine, globPlaces, type Part } from "./files-of-line.ts";
import { givenValues } from "./given-values.ts";
import { foundNames, judgeFound } from "./judge-found.ts";
import { isInside, judgePath, pathUse } from "./judge-path.ts";
import { combineAll, type Judgement, judgement, perhapsDenied, ruled } from "./judgement.ts";
import { linkTargets } from "./made-links.ts";
import { restrictsAll } from "./name-rules.ts";
import { absolutePath } from "./path/absolute-path.ts";
import type { Policy } from "./policy.ts";
import { protectedPart } from "./protected-path.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";
import { spelledPaths } from "./spelled-paths.ts";
import { isAtMost } from "./strength.ts";
import { commandEdits, readingTools } from "./tool-kinds.ts";

/** The files that a line names, by redirections and by arguments of its commands, as far as there is something to say of them. */
export function judgeFiles(line: FilesOfLine): Part[] {
  const { reading } = line;
  const orders = new Map(reading.commands.map((command, order) => [command, order]));
  const parts: Part[] = [];
  const judge = (does: "read" | "edit", targets: readonly FileTarget[]): void => {
    const seen = new Set<string>();
    for (const target of targets) {
      const order = (target.of && orders.get(target.of)) ?? reading.commands.length;
      // The same file for another command is judged again: only its own rule excuses it.
      const key = `${order} ${target.path}\0${target.text}`;
      const part = seen.has(key) ? undefined : judgeTarget(does, target, line);
      seen.add(key);
      if (part !== undefined) parts.push({ ...part, order });
    }
  };
  const known = reading.commands.flatMap((outer) =>
    allOf(outer)
      .flatMap((command) => readTargets(command, line.ask.cwd, line.policy.parts.files))
      .map((target): FileTarget => ({ ...target, of: outer })),
  );
  judge("edit", reading.writes);
  const own = reading.reads.flatMap((target) => foldersOf(target, line.ask.cwd, line.policy.parts.files));
  judge("read", [...own, ...known]);
  for (const [order, outer] of reading.commands.entries())
    for (const command of allOf(outer))
      for (const part of judgeCopies(command, outer, line)) parts.push({ ...part, order });
  return parts.filter(({ strength, because }) => !isAtMost(strength, "allowed") || !("reason" in because));
}

/** Where the links that a line makes lead. */
export function judgeLinkTargets({ reading, ask, policy, ...line }: FilesOfLine): Part[] {
  const { home, files } = policy.parts;
  return reading.commands.flatMap((outer, order) =>
    allOf(outer)
      .flatMap((command) => linkTargets(command, { cwd: ask.cwd, home, files }))
      .flatMap((target) => judgeTarget("read", { ...target, of: outer }, { ...line, reading, ask, policy }) ?? [])
      .map((part) => ({ ...part, order })),
  );
}

/** What rules say of the files that a command puts into a folder; that it writes there is judged on its own. */
function judgeCopies(command: SimpleCommand, outer: SimpleCommand, line: FilesOfLine): Part[] {
  const copies = copiesOf(command);
  const target = copies && pathFrom(command, copies.target);
  if (copies === undefined || target === undefined) return [];
  if (line.policy.parts.files.isFolder?.(absolutePath(line.ask.cwd, target)) === false) return [];
  return copies.sources.flatMap((source): Part[] => {
    const spelled = { path: undefined, text: source.text, by: "argument", spelledIn: command.folder } as const;
    const names = source.value === undefined ? spelledPaths(spelled, globPlaces(line)) : [source.value];
    const places = source.value === undefined && !source.isSpelled ? [] : (names ?? []);
    return places.flatMap((name) => {
      const path = copiedTo(target, name);
      const judged = path === undefined ? undefined : judgeKnown("edit", path, { ...spelled, path, of: outer }, line);
      if (judged === undefined || !("rule" in judged.because)) return [];
      const kept = source.value === undefined ? ofMatch(judged, name, spelled, line) : judged;
      return kept === undefined ? [] : [{ ...kept, text: outer.text }];
    });
  });
}

/** Undefined: nothing to say about it, since the command it belongs to is judged anyway. */
function judgeTarget(does: "read" | "edit", target: FileTarget, line: FilesOfLine): Part | undefined {
  const { text } = target;
  const isLost = line.ask.isCwdKnown === false && !/^[/~]/.test(target.path ?? "");
  const path = isLost ? undefined : target.path;
  if (path !== undefined && nowhere.has(path)) return undefined;
  if (path === undefined || isFolderOfProcess(target)) return { ...judgePattern(does, target, line), text };
  const judged = judgeKnown(does, path, target, line);
  const kept = judged && target.byPattern !== undefined ? ofMatch(judged, path, target, line) : judged;
  return kept && { ...kept, text };
}

/** A word of which a shell makes names: what rules say of those that are there now, and never less than of one such name. */
function judgePattern(does: "read" | "edit", target: FileTarget, line: FilesOfLine): Judgement {
  const { text } = target;
  const paths = target.path === undefined ? spelledPaths(target, globPlaces(line)) : undefined;
  const listed = paths === undefined && target.of !== undefined ? foundNames(target, target.of, line) : undefined;
  if (listed !== undefined) return judgeFound(does, listed, line) ?? unruled(does, text);
  if (paths === undefined) return judgeGiven(does, target, line) ?? judgeUnknown(does, text, line.policy);
  const found = paths.map((path) => {
    const judged = judgeKnown(does, path, target, line);
    return judged && ofMatch(judged, path, target, line);
  });
  return combineAll(unruled(does, text), ...found);
}

/** What a word is by the values that the line gives to its variable, or by what it spells around one that only the environment sets. */
function judgeGiven(does: "read" | "edit", target: FileTarget, line: FilesOfLine): Judgement | undefined {
  const { text, of } = target;
  const { ask, reading } = line;
  if (of === undefined || ask.isCwdKnown === false || restrictsAll(line.policy)) return undefined;
  const values = givenValues(target, line.command, reading);
  if (values === undefined) return isMostlySpelled(target, line) ? unruled(does, text) : undefined;
  const judged = values.map((value): Judgement | undefined => {
    if (value.as === "found")
      return value.found.by.folder === of.folder
        ? (judgeFound(does, value.found, line) ?? unruled(does, text))
        : judgeUnknown(does, text, line.policy);
    const { paths, end } =
      value.as === "literal"
        ? { paths: [value.path], end: "" }
        : {
            paths: spelledPaths({ ...target, text: value.text, spelledIn: of.folder }, globPlaces(line)),
            end: value.end,
          };
    const isSplit = (path: string): boolean => /[\s*?[]/.test(path.slice(ask.cwd.length));
    const splits = value.as === "spelled" && value.splits && paths?.some(isSplit) === true;
    if (paths === undefined || splits) return judgeUnknown(does, text, line.policy);
    const found = paths.map((path) => {
      const one = judgeKnown(does, path + end, target, line);
      return one && (value.as === "literal" ? one : ofMatch(one, path + end, target, line));
    });
    return combineAll(unruled(does, text), ...found);
  });
  return combineAll(unruled(does, text), ...judged);
}

/** Its name is held against rules like that of any word. */
function isMostlySpelled({ text, by }: FileTarget, { isGiven, policy, ask }: FilesOfLine): boolean {
  const places = { home: policy.parts.home, here: ask.cwd };
  return by === "argument" && isSaidByEnvironment(text, isGiven) && spellsItsEnd(text, places);
}

/** A name that only a pattern leads to is not what somebody asked for: a person may say that it is not meant. */
function ofMatch(judged: Judgement, path: string, target: FileTarget, line: FilesOfLine): Judgement | undefined {
  const { because } = judged;
  if (!("rule" in because)) return judged;
  if (target.byPattern === "files" && isPlainFolder(path, line)) return undefined;
  return judged.strength === "denied" ? perhapsDenied({ text: because.rule }, judged.path) : judged;
}

/** A folder, and no link to one. */
function isPlainFolder(path: string, { ask, policy }: FilesOfLine): boolean {
  const { files } = policy.parts;
  const at = absolutePath(ask.cwd, path);
  return files.isFolder?.(at) === true && files.realpath(at) === at;
}

/** `/proc/self/cwd` behind a `cd`. */
function isFolderOfProcess({ path = "", of }: FileTarget): boolean {
  return of?.folder !== "." && /^\/+proc\//.test(path);
}

function judgeKnown(does: "read" | "edit", path: string, target: FileTarget, line: FilesOfLine): Judgement | undefined {
  const { ask, policy } = line;
  const use = pathUse(does, does === "edit" ? "Bash" : "Read", path, ask.cwd, policy.parts);
  const judged = judgePath(use, ask, policy);
  if (judged.strength === "askedByRule" && isAnswered(target, line)) return undefined;
  if (target.by === "redirection") return judged;
  // An argument is the command's own matter, unless it leads out of the working folders or to a protected place.
  if (isAtMost(judged.strength, "allowed")) return undefined;
  if (does === "edit" && judged.strength === "undecided" && isInside(use, ask, policy)) return undefined;
  return isAtMost(judged.strength, "held") && isExcused(target, line) ? undefined : judged;
}

/** A file of which only some of the name is known: a rule may be about it, and its end may name a protected place. */
export function judgeUnknown(does: "read" | "edit", text: string, policy: Policy): Judgement {
  const reason = unknownFile(text);
  const tools = does === "edit" ? commandEdits : readingTools;
  const { whole } = policy.paths("deny", tools);
  if (whole !== undefined) return ruled(whole);
  if (policy.paths("deny", does === "edit" ? [...tools, ...readingTools] : tools).length > 0)
    return judgement("perhapsDenied", reason);
  if (policy.paths("ask", tools).length > 0) return judgement("askedByRule", reason);
  return unruled(does, text);
}

function unruled(does: "read" | "edit", text: string): Judgement {
  const isProtected = does === "edit" && protectedPart(text.replace(/["'\\]/g, ""), []) !== undefined;
  return judgement(isProtected ? "held" : "undecided", unknownFile(text));
}

function unknownFile(text: string): string {
  return `which file ${text} is cannot be known`;
}

/** A person granted this very line or command, so the rules that ask about its files are answered. */
export function isAnswered({ of }: Pick<FileTarget, "of">, { policy, isGranted }: FilesOfLine): boolean {
  return isGranted || (of !== undefined && policy.exactCommand("allow", of.text)?.granted === true);
}

/** Not files: writing there changes nothing, and reading there tells nothing. */
const nowhere: ReadonlySet<string> = new Set(["/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/zero"]);

/** Its command is allowed word by word, and the file is the one that is meant there. */
function isExcused({ path = "", of }: FileTarget, { policy, isAtHome }: FilesOfLine): boolean {
  if (of === undefined || !((isAtHome && of.folder === ".") || /^[/~]/.test(path))) return false;
  return policy.exactCommand("allow", of.text) !== undefined;
}
