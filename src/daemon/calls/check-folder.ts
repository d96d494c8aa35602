import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { invalidOption } from "../../errors.ts";

/** Throws `invalid_option` unless it is the path of a folder that is there. */
export function checkFolder(cwd: string): string {
  if (isAbsolute(cwd) && isFolder(cwd)) return cwd;
  throw invalidOption("cwd", "the absolute path of a folder that exists", cwd || "nothing");
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // It is not there, or no path at all.
    return false;
  }
}
