import { pathFrom } from "./command-paths.ts";
import { programOf } from "./file-words.ts";
import { absolutePath, baseName, expandHome, parentPath } from "./path/absolute-path.ts";
import { type FileView, resolveLinks } from "./path/resolve-links.ts";
import { type Copying, makesSymbolic, readCopying } from "./shell/file-arguments.ts";
import type { ShellWord } from "./shell/shell-word.ts";
import type { FileTarget, SimpleCommand } from "./shell/simple-command.ts";

/** Where a line is looked at. */
interface LinkPlace {
  readonly cwd: string;
  readonly home: string;
  readonly files: FileView;
}

/** What a command makes links to, from the folders that the links may be in. */
export function linkTargets(command: SimpleCommand, place: LinkPlace): readonly FileTarget[] {
  return linksOf(command, place).map(({ word, target }) => ({ path: target, text: word.text, by: "argument" }));
}

/**
 * The files as they are once the line has made its links, or given those that are there another place. Undefined where it
 * makes none of which anything is known.
 */
export function filesWithLinks(commands: readonly SimpleCommand[], place: LinkPlace): FileView | undefined {
  const made = new Map<string, string>();
  for (const { path, target } of commands.flatMap((one) => allLinks(one, place))) {
    if (path === undefined || target === undefined) continue;
    const named = absolutePath(place.cwd, expandHome(path, place.home));
    const folder = resolveLinks(parentPath(named), place.files);
    const held = expandHome(target, place.home);
    const absolute = held.startsWith("/") ? held : `${place.cwd}/${held}`;
    for (const link of [named, ...(folder === undefined ? [] : [`${folder}/${baseName(named)}`])])
      if (absolutePath("/", absolute) !== link) made.set(link, absolute);
  }
  return made.size === 0 ? undefined : overlaid(place.files, made);
}

export function makesLinks(command: SimpleCommand, place: LinkPlace): boolean {
  return allLinks(command, place).length > 0;
}

function allLinks(command: SimpleCommand, place: LinkPlace): readonly Link[] {
  return [...linksOf(command, place), ...carriedLinks(command, place)];
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

function linksOf(command: SimpleCommand, place: LinkPlace): Link[] {
  const args = argumentsOf(command, makers);
  if (args === undefined || !makesSymbolic(args)) return [];
  const isRelative = isLn(command) && args.some(({ prefix }) => /^(?:-[a-zA-Z]*r|--rel)/.test(prefix));
  const copying = readCopying(args);
  return copying.sources.flatMap((word) =>
    placesOf(word, copying, command, place).map(({ folder, path }): Link => {
      const own = pathFrom(command, word);
      const isFixed = isRelative || own === undefined || /^[/~]/.test(own);
      const target = isFixed ? own : folder === undefined ? undefined : `${folder}/${word.value}`;
      return { word, path, target };
    }),
  );
}

/** Links that are there and lead elsewhere from another folder: `mv`, `cp -P`. */
function carriedLinks(command: SimpleCommand, place: LinkPlace): Link[] {
  const args = argumentsOf(command, carriers);
  if (args === undefined) return [];
  const copying = readCopying(args);
  return copying.sources.flatMap((word) => {
    const own = pathFrom(command, word);
    const held =
      own === undefined ? undefined : place.files.readlink(absolutePath(place.cwd, expandHome(own, place.home)));
    if (held === undefined) return [];
    return placesOf(word, copying, command, place).map(({ folder, path }): Link => {
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
function placesOf(word: ShellWord, { target, into }: Copying, command: SimpleCommand, place: LinkPlace): LinkPath[] {
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
  const there = absolutePath(place.cwd, expandHome(at, place.home));
  const isFolder = place.files.isFolder?.(there) === true && place.files.readlink(there) === undefined;
  // What is not there may be made a folder by the line, and a link to one is replaced by `-n`.
  return isFolder ? [inFolder] : [inPlace, inFolder];
}
