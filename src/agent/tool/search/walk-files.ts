import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../tool-failure.ts";
import { fileTypes } from "./file-types.ts";
import { type GlobPattern, globPattern } from "./glob-pattern.ts";
import { IgnoreFiles, lastMatch } from "./ignore-files.ts";
import type { SearchedFiles } from "./search.ts";

/** The files of a search, relative to its folder, as ripgrep finds them. Blocks; for a thread of its own. */
export function* walkFiles(within: SearchedFiles, unreadable: string[]): Generator<string> {
  if (within.file !== undefined) return yield within.file;
  const wanted = new WantedFiles(within);
  const todo: Folder[] = [{ path: "", ignores: within.honoursIgnoreFiles ? IgnoreFiles.of(within.folder) : undefined }];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    for (const entry of entriesOf(within.folder, folder.path, unreadable)) {
      const path = folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
      // A link is neither, so nothing leads out of the folder or in a circle.
      if (entry.isDirectory() && wanted.includes(path, entry.name, true, folder.ignores)) {
        todo.push({ path, ignores: folder.ignores?.below(entry.name) });
      } else if (entry.isFile() && wanted.includes(path, entry.name, false, folder.ignores)) {
        yield path;
      }
    }
  }
}

interface Folder {
  readonly path: string;
  readonly ignores: IgnoreFiles | undefined;
}

class WantedFiles {
  readonly #globs: readonly GlobPattern[];
  readonly #hasWhitelist: boolean;
  readonly #typeGlobs: readonly GlobPattern[] | undefined;

  constructor({ globs, type }: SearchedFiles) {
    this.#globs = globs.map(globPattern);
    this.#hasWhitelist = this.#globs.some(({ isNegated }) => !isNegated);
    this.#typeGlobs = type === undefined ? undefined : typeGlobs(type);
  }

  includes(path: string, name: string, isFolder: boolean, ignores: IgnoreFiles | undefined): boolean {
    const glob = lastMatch(this.#globs, path, isFolder);
    if (glob !== undefined) return !glob.isNegated;
    if (this.#hasWhitelist && !isFolder) return false;
    if (ignores?.isIgnored(name, isFolder)) return false;
    return isFolder || this.#typeGlobs?.some((each) => each.matches(name, false)) !== false;
  }
}

function typeGlobs(type: string): GlobPattern[] {
  if (!Object.hasOwn(fileTypes, type)) throw new Error(`unrecognized file type: ${type}`);
  return (fileTypes[type] ?? []).map(globPattern);
}

function entriesOf(root: string, path: string, unreadable: string[]): Dirent[] {
  try {
    return readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    unreadable.push(`${path}: ${reasonText(error)}`);
    return [];
  }
}

/** As the system's library says it. */
export function reasonText(error: unknown): string {
  switch (errorCode(error)) {
    case "EACCES":
      return "Permission denied";
    case "ENOENT":
      return "No such file or directory";
    default:
      return errorCode(error) ?? String(error);
  }
}
