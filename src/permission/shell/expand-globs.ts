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

function expand(pattern: string, cwd: string, files: FileView): readonly ShellWord[] | undefined {
  let found = [pattern.startsWith("/") ? "/" : ""];
  for (const segment of pattern.split("/").filter((one) => one !== "")) {
    const next: string[] = [];
    for (const folder of found) {
      const names = /[*?]/.test(segment) ? matching(segment, absolutePath(cwd, folder || "."), files) : [segment];
      if (names === undefined || next.length + names.length > maxMatches) return undefined;
      next.push(...names.map((name) => (folder === "" || folder === "/" ? folder + name : `${folder}/${name}`)));
    }
    found = next;
  }
  // What matches nothing stays as it is.
  const names = found.length === 0 ? [pattern] : found;
  return names.map((name) => ({ text: pattern, value: name, prefix: name, splits: false }));
}

function matching(segment: string, folder: string, files: FileView): readonly string[] | undefined {
  const [fits] = compileSegments(segment) ?? [];
  if (typeof fits !== "function") return undefined;
  // A folder that is not there has no names.
  const names = files.list?.(folder) ?? (files.realpath(folder) === undefined ? [] : undefined);
  return names?.filter((name) => (segment.startsWith(".") || !name.startsWith(".")) && fits(name));
}
