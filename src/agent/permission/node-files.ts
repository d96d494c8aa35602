import { opendirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import type { FileView } from "../../permission/path/resolve-links.ts";

/** The real file system, as permissions look at it. */
export const nodeFiles: FileView = {
  realpath: (path) => orUndefined(() => realpathSync.native(path)),
  readlink: (path) => orUndefined(() => readlinkSync(path)),
  isFolder: (path) => orUndefined(() => statSync(path).isDirectory()) ?? false,
  list: (folder) => orUndefined(() => namesIn(folder)),
};

const maxNames = 1_000;

function namesIn(folder: string): string[] | undefined {
  using open = opendirSync(folder);
  const names: string[] = [];
  for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
    if (names.push(entry.name) > maxNames) return undefined;
  }
  return names;
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

function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
