import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isInside, type PathBase, resolvePath } from "../resolve-path.ts";

/** What a tool was told to search. */
export interface SearchTarget {
  /** Real and absolute. */
  readonly folder: string;
  /** Only this file of it. */
  readonly file?: string;
}

/** Throws for what is neither a folder nor a file; the message is for the model. */
export function searchTarget(path: string | undefined, base: PathBase): SearchTarget {
  const real = resolvePath(path ?? ".", base);
  const found = statSync(real, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { folder: real };
  if (found?.isFile()) return { folder: dirname(real), file: basename(real) };
  if (found !== undefined) throw new Error(`${path} is neither a folder nor a regular file`);
  throw new Error(`Path does not exist: ${path}. Note: your current working directory is ${base.cwd}.`);
}

/** A found path as the model is told of it: relative to the working folder when it is in it. */
export function shownPath({ folder }: SearchTarget, cwd: string): (path: string) => string {
  const here = resolvePath(".", { cwd, home: "/" });
  if (!isInside(folder, here)) return (path) => join(folder, path);
  const prefix = folder === here ? "" : `${folder.slice(here.length).replace(/^\//, "")}/`;
  return (path) => prefix + path;
}
