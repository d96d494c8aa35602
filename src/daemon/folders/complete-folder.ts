import { type Dirent, existsSync } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";

interface FoundFolder {
  readonly path: string;
  readonly isWorkTree: boolean;
  readonly isRecent: boolean;
}

interface Completion {
  readonly folders: readonly FoundFolder[];
  readonly hasMore: boolean;
  readonly isFolder: boolean;
}

interface Typed {
  /** As far as it was typed. */
  readonly path: string;
  readonly limit: number;
  /** Folders that sessions ran in, the newest first. */
  readonly recent: readonly string[];
  /** What `~` stands for. */
  readonly home: string | undefined;
  /** What else is not even named. */
  readonly isWanted: (folder: string) => boolean;
}

/** A folder with more entries than this is not read to its end. */
const maxEntries = 10_000;
/** So many recent ones before those on the disk. */
const maxRecent = 8;

/**
 * Folders that a typed path may become; nothing but folders, hidden ones only where a dot was typed. What cannot be read has
 * none.
 */
export async function completeFolder({ path: typed, limit, recent, home, isWanted }: Typed): Promise<Completion> {
  const path = typed.replace(/^~(?=\/|$)/, home ?? "~");
  const known = await recentOf(path, recent.filter(isWanted), path === "" ? limit : Math.min(limit, maxRecent));
  if (!isAbsolute(path)) return { folders: known, hasMore: false, isFolder: false };
  const { names, hasMore } = await namesIn(path);
  const parent = parentOf(path);
  const there = names
    .map((name) => join(parent, name))
    .filter((one) => isWanted(one) && !known.some((folder) => folder.path === one));
  const shown = there.slice(0, limit - known.length);
  return {
    folders: [...known, ...shown.map((one) => ({ path: one, isWorkTree: isWorkTree(one), isRecent: false }))],
    hasMore: hasMore || shown.length < there.length,
    isFolder: isWanted(path) && (await isFolder(path)),
  };
}

/** Those that begin so; of what is no path yet, those that have it in them. */
async function recentOf(path: string, recent: readonly string[], limit: number): Promise<FoundFolder[]> {
  const words = path.toLowerCase();
  const found: FoundFolder[] = [];
  for (const folder of recent) {
    const name = folder.toLowerCase();
    const fits = isAbsolute(path) ? name.startsWith(words) : name.includes(words);
    if (!fits || !(await isFolder(folder))) continue;
    found.push({ path: folder, isWorkTree: isWorkTree(folder), isRecent: true });
    if (found.length >= limit) break;
  }
  return found;
}

async function namesIn(path: string): Promise<{ readonly names: readonly string[]; readonly hasMore: boolean }> {
  const parent = parentOf(path);
  const begin = path.endsWith("/") ? "" : basename(path).toLowerCase();
  const names: string[] = [];
  let read = 0;
  try {
    for await (const entry of await opendir(parent)) {
      read += 1;
      if (read > maxEntries) break;
      const { name } = entry;
      if (!name.toLowerCase().startsWith(begin) || (name.startsWith(".") && !begin.startsWith("."))) continue;
      if (await leadsToFolder(parent, entry)) names.push(name);
    }
  } catch {
    // It is not there, or not ours to read.
  }
  return { names: names.sort((one, other) => (one < other ? -1 : 1)), hasMore: read > maxEntries };
}

function parentOf(path: string): string {
  return path.endsWith("/") ? path : dirname(path);
}

async function leadsToFolder(parent: string, entry: Dirent): Promise<boolean> {
  return entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(join(parent, entry.name))));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** A file instead of a folder: a work tree in addition to the repository's own. */
function isWorkTree(path: string): boolean {
  return existsSync(join(path, ".git"));
}
