import { readlinkSync, realpathSync } from "node:fs";
import type { FileView } from "../../permission/path/resolve-links.ts";

/** The real file system, as permissions look at it. */
export const nodeFiles: FileView = {
  realpath: (path) => orUndefined(() => realpathSync.native(path)),
  readlink: (path) => orUndefined(() => readlinkSync(path)),
};

function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
