import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of an executable: as given when it holds a separator, else the first on PATH. Undefined when there is none. */
export function findExecutable(name: string, path = process.env.PATH ?? ""): string | undefined {
  if (name === "") return undefined;
  if (/[\\/]/.test(name)) return isExecutable(name) ? name : undefined;
  return path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
