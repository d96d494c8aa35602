import { pathFrom } from "./command-paths.ts";
import { programOf } from "./file-words.ts";
import { absolutePath, baseName, expandHome, parentPath } from "./path/absolute-path.ts";
import { type FileView, resolveLinks } from "./path/resolve-links.ts";
import { type Copying, makesSymbolic, readCopying } from "./shell/file-arguments.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";

/** Where a line is looked at. */
interface LinkContext {
  readonly cwd: string;
  readonly home: string;
  readonly files: FileView;
}

/** What a command makes links to, from the folders that the links may be in. */
export function linkTargets(command: SimpleCommand, context: LinkContext): readonly FileTarget[] {
  return linksOf(command, context).map(({ word, target }) => ({ path: target, text: word.text, by: "argument" }));
}

/**
 * The files as they are once the line has made its links, or given those that are there another place. Undefined where it
 * makes none of which anything is known.
 */
export function filesWithLinks(commands: readonly SimpleCommand[], context: LinkContext): FileView | undefined {
  const made = new Map<string, string>();
  for (const { path, target } of commands.flatMap((one) => allLinks(one, context))) {
    if (path === undefined || target === undefined) continue;
    const named = absolutePath(context.cwd, expandHome(path, context.home));
    const folder = resolveLinks(parentPath(named), context.files);
    const held = expandHome(target, context.home);
    const absolute = held.startsWith("/") ? held : `${context.cwd}/${held}`;
    for (const link of [named, ...(folder === undefined ? [] : [`${folder}/${baseName(named)}`])])
      if (absolutePath("/", absolute) !== link) made.set(link, absolute);
  }
  return made.size === 0 ? undefined : overlaid(context.files, made);
}

export function makesLinks(command: SimpleCommand, context: LinkContext): boolean {
  return allLinks(command, context).length > 0;
}

function allLinks(command: SimpleCommand, context: LinkContext): readonly Link[] {
  return [...linksOf(command, context), ...carriedLinks(command, context)];
}

function overlaid(files: FileView, made: ReadonlyMap<string, string>): FileView {
  const isBehind = (path: string): boolean => {
    for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) if (made.has(path.slice(0, at))) return true;
    return false;
  };
  return {
    ...files,
    realpath: (path) => (isBehind(path) ? undefined : files.realpath(path)),
    readlink: (path) => made.get(path) ?? files.readlink(path),
  };
}

interface Link {
  /** The word that tells where it leads. */
  readonly word: ShellWord;
  /** Both from where the line began, `..` kept; undefined where it cannot be known. */
  readonly path: string | undefined;
  readonly target: string | undefined;
}

const boxes: ReadonlySet<string> = new Set(["busybox", "toybox"]);
const makers: ReadonlySet<string> = new Set(["ln", "gln", "cp", "gcp"]);
const carriers: ReadonlySet<string> = new Set(["mv", "gmv", "cp", "gcp"]);

function linksOf(command: SimpleCommand, context: LinkContext): Link[] {
  const args = argumentsOf(command, makers);
  if (args === undefined || !makesSymbolic(args)) return [];
  const isRelative = isLn(command) && args.some(({ prefix }) => /^(?:-[a-zA-Z]*r|--rel)/.test(prefix));
  const copying = readCopying(args);
  return copying.sources.flatMap((word) =>
    placesOf(word, copying, command, context).map(({ folder, path }): Link => {
      const own = pathFrom(command, word);
      const isFixed = isRelative || own === undefined || /^[/~]/.test(own);
      const target = isFixed ? own : folder === undefined ? undefined : `${folder}/${word.value}`;
      return { word, path, target };
    }),
  );
}

/** Links that are there and lead elsewhere from another folder: `mv`, `cp -P`. */
function carriedLinks(command: SimpleCommand, context: LinkContext): Link[] {
  const args = argumentsOf(command, carriers);
  if (args === undefined) return [];
  const copying = readCopying(args);
  return copying.sources.flatMap((word) => {
    const own = pathFrom(command, word);
    const held =
      own === undefined ? undefined : context.files.readlink(absolutePath(context.cwd, expandHome(own, context.home)));
    if (held === undefined) return [];
    return placesOf(word, copying, command, context).map(({ folder, path }): Link => {
      const target = held.startsWith("/") ? held : folder === undefined ? undefined : `${folder}/${held}`;
      return { word, path, target };
    });
  });
}

function argumentsOf({ words }: SimpleCommand, programs: ReadonlySet<string>): readonly ShellWord[] | undefined {
  const own = programOf(words);
  const isBox = boxes.has(own);
  return programs.has(isBox ? programOf(words.slice(1)) : own) ? words.slice(isBox ? 2 : 1) : undefined;
}

function isLn({ words }: SimpleCommand): boolean {
  return words.slice(0, 2).some(({ value }) => /^g?ln$/.test(baseName(value ?? "")));
}

interface LinkPath {
  /** The folder that it is in. */
  readonly folder: string | undefined;
  readonly path: string | undefined;
}

/** Where something that is put at a target may be: in that folder, or in its place. */
function placesOf(
  word: ShellWord,
  { target, into }: Copying,
  command: SimpleCommand,
  context: LinkContext,
): LinkPath[] {
  const here = command.folder;
  const at = target === undefined ? here : pathFrom(command, target);
  if (at === undefined) return [{ folder: undefined, path: undefined }];
  const name = baseName((word.value ?? "").replace(/(?<!\/)\/+$/, ""));
  const inFolder: LinkPath = { folder: at, path: name === "" || name === ".." ? undefined : `${at}/${name}` };
  const inPlace: LinkPath = {
    folder: at.includes("/") ? at.slice(0, at.lastIndexOf("/")).replace(/(?<!\/)\/+$/, "") || "/" : ".",
    path: at,
  };
  if (into === "folder" || /(?:^|\/)\.{0,2}$/.test(at)) return [inFolder];
  if (into === "file") return [inPlace];
  const there = absolutePath(context.cwd, expandHome(at, context.home));
  const isFolder = context.files.isFolder?.(there) === true && context.files.readlink(there) === undefined;
  // What is not there may be made a folder by the line, and a link to one is replaced by `-n`.
  return isFolder ? [inFolder] : [inPlace, inFolder];
}
