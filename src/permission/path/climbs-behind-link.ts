import { parentPath } from "./absolute-path.ts";
import { type FileView, resolveLinks } from "./resolve-links.ts";

/**
 * Whether a `..` of an absolute path comes behind a symbolic link. Then it has two meanings: programs leave the folder
 * that the link leads to, the shell's `cd` the one that the link is in.
 */
export function climbsBehindLink(path: string, files: FileView): boolean {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const names: string[] = [];
  for (const part of parts) {
    if (part !== "..") {
      names.push(part);
      continue;
    }
    const real = resolveLinks(`/${names.join("/")}`, files);
    names.pop();
    if (real === undefined || parentPath(real) !== resolveLinks(`/${names.join("/")}`, files)) return true;
  }
  return false;
}
