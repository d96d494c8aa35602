import type { FileView } from "./path/resolve-links.ts";
import { isKnown, readWords } from "./read-only-commands.ts";
import { staysOnTop } from "./reads-unnamed.ts";
import { expandGlobs, searchedFolders } from "./shell/expand-globs.ts";
import { globOfValue, globPath } from "./shell/glob-word.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";

/** What the well-known commands that only look would read, next to what the shell reader has found. */
export function readTargets(command: SimpleCommand, cwd: string, files: FileView): FileTarget[] {
  const words = readWords(expandGlobs(command, cwd, files));
  const named = words.filter(({ isJudgedApart }) => !isJudgedApart);
  const targets = named.map((word): FileTarget => {
    const target = { path: readPath(command, word), text: word.text, by: "argument" } as const;
    if (word.isSpelled) return { ...target, spelledIn: command.folder };
    return word.isMatch ? { ...target, byPattern: staysOnTop(command) ? "files" : "all" } : target;
  });
  const goesHome = command.words[0]?.value === "cd" && words.length === 0;
  if (goesHome) return [{ path: "~", text: "cd", by: "argument" }];
  return [...targets, ...globTargets(command).flatMap((target) => foldersOf(target, cwd, files))];
}

/** Of a pattern, the folders that are searched for names; any other file as it is. */
export function foldersOf(target: FileTarget, cwd: string, files: FileView): readonly FileTarget[] {
  if (!target.isGlob || target.path === undefined) return [target];
  return searchedFolders(target.path, cwd, files).map((path) => ({ ...target, path }));
}

/** Patterns among the words of what needs no rule. Any other program is the business of the rule that allows it. */
function globTargets(command: SimpleCommand): FileTarget[] {
  const program = command.words[0]?.value ?? "";
  const sets = settingBuiltins.has(program);
  if (!sets && !isKnown(program)) return [];
  return command.words.slice(1).flatMap(({ glob, text, value }): FileTarget[] => {
    const found = glob ?? (sets && value !== undefined ? globOfValue(value.replace(/^\w+=/, "")) : undefined);
    return found === undefined ? [] : [{ path: globPath(command.folder, found), text, by: "argument", isGlob: true }];
  });
}

/** Their words become what an expansion without quotes makes names of. */
const settingBuiltins: ReadonlySet<string> = new Set("set local declare typeset readonly export :".split(" "));

/** A word as a path from where the line began; undefined where it cannot be known. */
export function pathFrom({ folder }: SimpleCommand, { text, value, prefix }: ShellWord): string | undefined {
  // `~/x` is known to us, though only the shell makes a path of it.
  if (value === undefined) return /^~(\/[\w./-]*)?$/.test(text) && text === prefix ? text : undefined;
  if (value.startsWith("/")) return value;
  if (folder === undefined || value === "") return undefined;
  return folder === "." ? `./${value}` : `${folder}/${value}`;
}

/** May be the folder above: `..`, and `.*` in some shells. */
const climbing = /\.\.|(?:^|\/)\.[*?[]/;

function readPath(command: SimpleCommand, word: ShellWord): string | undefined {
  const program = command.words[0]?.value;
  // Back to where the shell was before, or standard input.
  if (word.value === "-") return program === "cd" ? undefined : "/dev/null";
  if (program !== "ls" || word.value !== undefined || !/^[\w./*?[\]-]+$/.test(word.text) || climbing.test(word.text))
    return pathFrom(command, word);
  // ls tells no more than names, so the folder decides what a wildcard may become.
  const folder = word.text.slice(0, word.text.search(/[*?[]/)).replace(/[^/]*$/, "") || ".";
  return pathFrom(command, { ...word, value: folder });
}
