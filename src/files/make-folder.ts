import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** A folder and those above it. Below /proc Node's own `recursive` never comes back. */
export function makeFolder(folder: string, mode?: number): void {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // It was there, or another process was faster.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
