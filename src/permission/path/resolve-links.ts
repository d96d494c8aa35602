import { baseName, parentPath } from "./absolute-path.ts";

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
 * circle.
 */
export function resolveLinks(path: string, files: FileView): string | undefined {
  const todo = path.split("/").reverse();
  const known = todo.includes("..") ? undefined : files.realpath(path);
  if (known !== undefined) return known;
  let real = "/";
  let links = 0;
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      real = parentPath(real);
      continue;
    }
    const next = real === "/" ? `/${part}` : `${real}/${part}`;
    const target = files.readlink(next);
    if (target === undefined) {
      real = next;
      continue;
    }
    links += 1;
    if (links > maxLinks) return undefined;
    if (target.startsWith("/")) real = "/";
    todo.push(...target.split("/").reverse());
  }
  return asSpelled(real, files);
}

/** Names as the file system has them, as far as they exist: it may not tell letters apart. */
function asSpelled(path: string, files: FileView): string {
  let rest = "";
  for (let head = path; head !== "/"; head = parentPath(head)) {
    const real = files.realpath(head);
    if (real !== undefined) return real === "/" ? rest || "/" : real + rest;
    rest = `/${baseName(head)}${rest}`;
  }
  return path;
}
