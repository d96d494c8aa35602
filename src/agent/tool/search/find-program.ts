import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** A program of the PATH. A relative entry would let the project choose it. */
export function findProgram(name: string, { PATH = "" }: NodeJS.ProcessEnv): string | undefined {
  return PATH.split(":")
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
