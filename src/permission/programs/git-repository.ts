import { parentPath, pathInside } from "../path/absolute-path.ts";
import type { FileView } from "../path/resolve-links.ts";

/**
 * Would git, run in this folder, take its configuration from ordinary files of the project? It runs what is configured
 * there, a file system monitor for one. A folder with a file HEAD may be laid out as a repository of its own, and so may
 * one below the working folder that has a `.git`: what is there came with the files. The `.git` of the working folder, or
 * of one above it, is the person's: writing there is always asked.
 */
export function isForeignRepository(folder: string, cwd: string, files: FileView): boolean {
  for (let at = folder; ; at = parentPath(at)) {
    if (exists(at === "/" ? "/HEAD" : `${at}/HEAD`, files)) return true;
    if (exists(at === "/" ? "/.git" : `${at}/.git`, files)) return at !== cwd && pathInside(cwd, at) !== undefined;
    if (at === "/" || at === "") return false;
  }
}

/** Git takes a link that points to nothing for a HEAD. */
function exists(path: string, files: FileView): boolean {
  return files.realpath(path) !== undefined || files.readlink(path) !== undefined;
}
