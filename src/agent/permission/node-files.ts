import {
  type Dirent,
  lstatSync,
  opendirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import type { FileView } from "../../permission/path/resolve-links.ts";

/** The real file system, as permissions look at it. */
export const nodeFiles: FileView = {
  // Most that is asked about is not there, and an error takes longer than a look.
  realpath: (path) => orUndefined(() => (entryAt(path) === undefined ? undefined : realpathSync.native(path))),
  readlink: (path) => orUndefined(() => (entryAt(path)?.isSymbolicLink() === true ? readlinkSync(path) : undefined)),
  isFolder: (path) => orUndefined(() => statSync(path).isDirectory()) ?? false,
  bytes: (path) => orUndefined(() => bytesIn(path)),
  list: (folder) => orUndefined(() => namesIn(folder)),
  tree: (folder) => orUndefined(() => pathsBelow(folder)),
};

const maxNames = 1_000;
/** The index of a repository with 100 000 files. */
const maxBytes = 16_000_000;

function namesIn(folder: string): string[] | undefined {
  using open = opendirSync(folder);
  const names: string[] = [];
  for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
    if (names.push(entry.name) > maxNames) return undefined;
  }
  return names;
}

/** A search that may not take longer than a decision may. */
const maxPaths = 3_000;

function pathsBelow(folder: string): string[] | undefined {
  const paths: string[] = [];
  const todo = [""];
  for (let below = todo.pop(); below !== undefined; below = todo.pop()) {
    for (const entry of entriesOf(`${folder}/${below}`, maxPaths - paths.length)) {
      if (paths.push(below + entry.name) > maxPaths) return undefined;
      if (entry.isDirectory()) todo.push(`${below}${entry.name}/`);
    }
  }
  return paths;
}

/** One more than may be at most. A file has nothing below it, nor has what is not there. */
function entriesOf(folder: string, most: number): Dirent[] {
  try {
    using open = opendirSync(folder);
    const entries: Dirent[] = [];
    for (let entry = open.readSync(); entry !== null && entries.length <= most; entry = open.readSync())
      entries.push(entry);
    return entries;
  } catch (error) {
    if (/^(?:ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

/** A pipe would keep us waiting. */
function bytesIn(path: string): Uint8Array | undefined {
  const found = statSync(path);
  return found.isFile() && found.size <= maxBytes ? readFileSync(path) : undefined;
}

/** Undefined only for what is not there. */
export function readFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function entryAt(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
