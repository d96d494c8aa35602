import { absolutePath } from "../path/absolute-path.ts";
import { compileSegments, matchSegments } from "../path/glob-segments.ts";
import type { FileView } from "../path/resolve-links.ts";
import type { ShellWord } from "./shell-word.ts";
import type { SimpleCommand } from "./simple-command.ts";

/** The words of a command with patterns such as `src/*.ts` replaced by the names that are there now, where these can be known. */
export function expandGlobs({ words, folder }: SimpleCommand, cwd: string, files: FileView): readonly ShellWord[] {
  if (folder === undefined || files.list === undefined || !words.some(isGlob)) return words;
  const at = absolutePath(cwd, folder);
  return words.flatMap((word) => (isGlob(word) ? (expand(word.text, at, files) ?? [word]) : [word]));
}

/** Nothing but letters and stars: no quotes, no braces, and no `**`, which shells read differently. */
const plainGlob = /^(?!.*\*\*)(?!.*(?:^|\/)\.\.(?:\/|$))[\w.@+/-]*[*?][\w.@+/*?-]*$/;

function isGlob({ value, text, splits }: ShellWord): boolean {
  return value === undefined && !splits && plainGlob.test(text);
}

/** More names than this are asked about. */
const maxMatches = 300;

/**
 * The paths that an absolute pattern stands for, with `[a]` taken for any text and `**` for any folders, links not
 * followed; undefined where that cannot be known.
 */
export function expandPattern(pattern: string, files: FileView): readonly string[] | undefined {
  if (files.list === undefined || /(?:^|\/)\.\.(?:\/|$)|\*\*\*/.test(pattern)) return undefined;
  const segments = segmentsOf(withoutClasses(pattern));
  const deepest = segments.indexOf("**");
  const shallow = expandNames(`/${segments.map((one) => (one === "**" ? "*" : one)).join("/")}`, "/", files);
  if (shallow === undefined || deepest === -1) return shallow;
  const deep = expandDeep(segments.slice(0, deepest), segments.slice(deepest), files);
  return deep && shallow.length + deep.length <= maxMatches ? [...shallow, ...deep] : undefined;
}

/** Which letters a class has depends on the locale, and where it ends on the shell. */
function withoutClasses(pattern: string): string {
  if (!pattern.includes("[")) return pattern;
  const names = pattern.split("/").map((name) => {
    const bare = name.replace(/\\./gs, "xx");
    const [from, to] = [bare.indexOf("["), bare.lastIndexOf("]")];
    return from === -1 || to < from
      ? name.replace(/(\\.)|\[/gs, (_, kept) => kept ?? "?")
      : `${name.slice(0, from)}*${name.slice(to + 1)}`;
  });
  return names.join("/");
}

/** `**` as zsh reads it, and bash with `globstar`. */
function expandDeep(head: readonly string[], tail: readonly string[], files: FileView): string[] | undefined {
  const starts = expandNames(`/${head.join("/")}`, "/", files);
  const fits = compileSegments(tail.join("/"));
  if (fits === undefined || starts === undefined || files.tree === undefined) return undefined;
  const takesHidden = tail.some((segment) => segment.startsWith("."));
  const found: string[] = [];
  for (const start of starts) {
    const below = files.tree(start);
    if (below === undefined) return undefined;
    const isMeant = (path: string): boolean =>
      (takesHidden || !/(?:^|\/)\./.test(path)) && matchSegments(fits, path.split("/"));
    found.push(...below.filter(isMeant).map((path) => `${start === "/" ? "" : start}/${path}`));
    if (found.length > maxMatches) return undefined;
  }
  return found;
}

function expand(pattern: string, cwd: string, files: FileView): readonly ShellWord[] | undefined {
  const found = expandNames(pattern, cwd, files);
  // What matches nothing stays as it is.
  const names = found?.length === 0 ? [pattern] : found;
  return names?.map((name) => ({ text: pattern, value: name, prefix: name, splits: false, isMatch: true }));
}

function expandNames(pattern: string, cwd: string, files: FileView): readonly string[] | undefined {
  let found: readonly string[] | undefined = [pattern.startsWith("/") ? "/" : ""];
  let isSure = true;
  for (const segment of segmentsOf(pattern)) {
    found = below(found, segment, cwd, files);
    if (found === undefined) return undefined;
    // A name behind a wildcard is one only where it is there.
    if (isWild(segment)) isSure = false;
    else if (!isSure) found = found.filter((path) => exists(absolutePath(cwd, path), files));
  }
  return found;
}

function exists(path: string, files: FileView): boolean {
  return files.realpath(path) !== undefined || files.readlink(path) !== undefined;
}

function isWild(segment: string): boolean {
  return /[*?]/.test(segment.replace(/\\./g, ""));
}

function segmentsOf(pattern: string): string[] {
  return pattern.split("/").filter((segment) => segment !== "");
}

/** What fits a segment in some folders; undefined where that cannot be known, or is too much. */
function below(folders: readonly string[], segment: string, cwd: string, files: FileView): string[] | undefined {
  const found: string[] = [];
  const wild = isWild(segment);
  for (const folder of folders) {
    const names = wild ? matching(segment, absolutePath(cwd, folder || "."), files) : [segment.replace(/\\(.)/g, "$1")];
    if (names === undefined || found.length + names.length > maxMatches) return undefined;
    found.push(...names.map((name) => (folder === "" || folder === "/" ? folder + name : `${folder}/${name}`)));
  }
  return found;
}

function matching(segment: string, folder: string, files: FileView): readonly string[] | undefined {
  const [fits] = compileSegments(segment) ?? [];
  if (typeof fits !== "function") return undefined;
  if (files.list === undefined) return undefined;
  // A file has no names, nor has what is not there.
  if (files.isFolder?.(folder) === false) return [];
  const names = files.list(folder) ?? (files.realpath(folder) === undefined ? [] : undefined);
  if (!segment.startsWith(".")) return names?.filter((name) => !name.startsWith(".") && fits(name));
  // dash, and bash before 5.2, find the folder itself and the one above it, too.
  return names && [...names, ".", ".."].filter(fits);
}

/**
 * The folders whose names a pattern tells: the one in front of its first wildcard, and every link that it leads through.
 * Undefined in the list: one that cannot be known.
 */
export function searchedFolders(pattern: string, cwd: string, files: FileView): readonly (string | undefined)[] {
  const first = pattern.search(/[*?]/);
  const wild = first === -1 ? -1 : pattern.lastIndexOf("/", first) + 1;
  const head = pattern.slice(0, wild);
  const segments = segmentsOf(pattern.slice(wild));
  if (wild === -1) return [];
  // What is outside is asked about anyway.
  if (segments.length === 1 || head.startsWith("~")) return [head || "."];
  if (segments.includes("..")) return [undefined];
  const links: string[] = [];
  let found: readonly string[] | undefined = [head.replace(/(?<=[^/])\/+$/, "")];
  for (const segment of segments.slice(0, -1)) {
    found = below(found, segment, cwd, files);
    if (found === undefined) return [undefined];
    links.push(
      ...found.filter((path) => /(?:^|\/)\.\.$/.test(path) || files.readlink(absolutePath(cwd, path)) !== undefined),
    );
  }
  return [head || ".", ...links];
}
