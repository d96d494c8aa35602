import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

interface SearchOptions {
  /** Where a bare name is looked for. Default: our own PATH. */
  readonly path?: string | undefined;
  /** What a relative path is meant from. Default: the current folder. */
  readonly cwd?: string | undefined;
}

/** The absolute path of an executable: as given when it holds a separator, else the first on PATH. Undefined when there is none. */
export function findExecutable(
  name: string,
  { path = process.env.PATH ?? "", cwd = "." }: SearchOptions = {},
): string | undefined {
  if (name === "") return undefined;
  const folders = /[\\/]/.test(name) ? [resolve(cwd)] : path.split(delimiter).filter((folder) => folder !== "");
  return folders
    .map((folder) => (/[\\/]/.test(name) ? resolve(folder, name) : join(resolve(cwd, folder), name)))
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
