import { absolutePath } from "../path/absolute-path.ts";
import { compileSegments } from "../path/glob-segments.ts";
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
const maxMatches = 200;

/** The paths that an absolute pattern stands for; undefined where that cannot be known. */
export function expandPattern(pattern: string, files: FileView): readonly string[] | undefined {
  if (files.list === undefined || /\*\*|\[|(?:^|\/)\.\.(?:\/|$)/.test(pattern)) return undefined;
  return expandNames(pattern, "/", files);
}

function expand(pattern: string, cwd: string, files: FileView): readonly ShellWord[] | undefined {
  const found = expandNames(pattern, cwd, files);
  // What matches nothing stays as it is.
  const names = found?.length === 0 ? [pattern] : found;
  return names?.map((name) => ({ text: pattern, value: name, prefix: name, splits: false }));
}

function expandNames(pattern: string, cwd: string, files: FileView): readonly string[] | undefined {
  let found: readonly string[] | undefined = [pattern.startsWith("/") ? "/" : ""];
  for (const segment of segmentsOf(pattern)) {
    found = below(found, segment, cwd, files);
    if (found === undefined) return undefined;
  }
  return found;
}

function segmentsOf(pattern: string): string[] {
  return pattern.split("/").filter((segment) => segment !== "");
}

/** What fits a segment in some folders; undefined where that cannot be known, or is too much. */
function below(folders: readonly string[], segment: string, cwd: string, files: FileView): string[] | undefined {
  const found: string[] = [];
  const isWild = /[*?]/.test(segment.replace(/\\./g, ""));
  for (const folder of folders) {
    const names = isWild
      ? matching(segment, absolutePath(cwd, folder || "."), files)
      : [segment.replace(/\\(.)/g, "$1")];
    if (names === undefined || found.length + names.length > maxMatches) return undefined;
    found.push(...names.map((name) => (folder === "" || folder === "/" ? folder + name : `${folder}/${name}`)));
  }
  return found;
}

function matching(segment: string, folder: string, files: FileView): readonly string[] | undefined {
  const [fits] = compileSegments(segment) ?? [];
  if (typeof fits !== "function") return undefined;
  // A folder that is not there has no names.
  if (files.list === undefined) return undefined;
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
  const wild = pattern.search(/[^/]*[*?]/);
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
