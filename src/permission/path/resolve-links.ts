import { isStraight, parentPath } from "./absolute-path.ts";
import { maxPath } from "./max-path.ts";

/** How the file system is looked at. What is not there, or is no link, is undefined. */
export interface FileView {
  /** The path with every symbolic link followed, if all of it exists. */
  realpath(path: string): string | undefined;
  /** What a symbolic link holds, also when that does not exist. */
  readlink(path: string): string | undefined;
  /** The names in a folder, for patterns such as `*.ts`; undefined where it cannot be read or has very many. Without it such patterns are asked. */
  list?(folder: string): readonly string[] | undefined;
  /** Whether a path is a folder, links followed. Without it every path may be one. */
  isFolder?(path: string): boolean;
  /** All paths below a folder, from there on, links not followed; undefined where they cannot be read or are very many. Without it a search is asked about where a file that may not be read could be. */
  tree?(folder: string): readonly string[] | undefined;
  /** What is in a file that is not very large: the configuration and the index of a repository. Without it both are taken for the person's own. */
  bytes?(path: string): Uint8Array | undefined;
}

/** More links than this in a row is a circle. */
const maxLinks = 40;

/**
 * Where an absolute path really leads, also when it does not exist yet: links that point to nothing are followed, since
 * writing to one creates its target, and `..` is taken as the system takes it, behind the links before it. Undefined: a
 * circle, or longer than any system takes.
 */
export function resolveLinks(path: string, files: FileView): string | undefined {
  if (path.length > maxPath) return undefined;
  // Most are there.
  const there = isStraight(path) ? files.realpath(path) : undefined;
  if (there !== undefined) return there;
  const todo = path.split("/").reverse();
  let real = "/";
  for (let links = 0; links <= maxLinks; links += 1) {
    const names = takeNames(todo);
    const reached = descend(real, names, files);
    const target =
      reached.rest.length === 0 ? undefined : files.readlink(joined(reached.real, reached.rest.slice(0, 1)));
    if (target !== undefined) {
      todo.push(...reached.rest.slice(1).reverse(), ...target.split("/").reverse());
      real = target.startsWith("/") ? "/" : reached.real;
      continue;
    }
    // What is not there is no link, and neither is what would be in it.
    real = joined(reached.real, reached.rest);
    if (todo.length === 0) return real;
    // `..`
    todo.pop();
    real = parentPath(real);
    links -= 1;
  }
  return undefined;
}

/** The names up to the next `..`. */
function takeNames(todo: string[]): string[] {
  const names: string[] = [];
  while (todo.length > 0 && todo.at(-1) !== "..") {
    const name = todo.pop();
    if (name !== "" && name !== "." && name !== undefined) names.push(name);
  }
  return names;
}

/** The real name of the longest way down that exists, and the names that are left. */
function descend(from: string, names: readonly string[], files: FileView): { real: string; rest: readonly string[] } {
  const look = (count: number): string | undefined =>
    count === 0 ? from : files.realpath(joined(from, names.slice(0, count)));
  let high = names.length + 1;
  let low = names.length;
  let real = look(low);
  // Mostly it is the last name that is not there, or all from one far in front.
  for (let step = 1; real === undefined; step *= 2) {
    high = low;
    low = Math.max(0, low - step);
    real = look(low);
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const found = look(middle);
    if (found === undefined) high = middle;
    else [low, real] = [middle, found];
  }
  return { real, rest: names.slice(low) };
}

function joined(folder: string, names: readonly string[]): string {
  return names.length === 0 ? folder : `${folder === "/" ? "" : folder}/${names.join("/")}`;
}
