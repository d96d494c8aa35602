import { constants, existsSync, realpathSync, type Stats, statSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { sameContent } from "../../files/same-content.ts";
import type { Git } from "../git/git.ts";

/**
 * Files that git ignores and a worktree needs all the same (`.env`, say): those that `.worktreeinclude` of the project names,
 * in the form of `.gitignore`, as Claude Code reads it. Nothing else is copied.
 */
const includeFile = ".worktreeinclude";

const maxFiles = 200;
const maxBytes = 50 * 1024 * 1024;

/** From the top of the work tree. */
export async function includedFiles(git: Git): Promise<string[]> {
  if (!isFile(join(git.folder, includeFile))) return [];
  const wanted = ["ls-files", "--others", "--ignored", `--exclude-from=${includeFile}`, "-z"];
  const named = (await git.text(wanted)).split("\0").filter((path) => path !== "");
  const some = named.slice(0, maxFiles);
  if (some.length === 0) return [];
  const ignored = await git.text(["ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--", ...some]);
  return ignored.split("\0").filter((path) => path !== "" && isFile(join(git.folder, path)));
}

/** Gives those that were copied. What is there already is left alone. */
export async function copyIncluded(files: readonly string[], from: string, to: string): Promise<string[]> {
  const copied: string[] = [];
  let left = maxBytes;
  for (const path of files) {
    // Of what a link leads to, not of the link; gone meanwhile: there is nothing to copy.
    const size = statsOf(join(from, path))?.size;
    if (size === undefined || size > left || existsSync(join(to, path))) continue;
    left -= size;
    const folder = dirname(join(to, path));
    await mkdir(folder, { recursive: true });
    // A link in the repository could lead out of it.
    if (!`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(to)}${sep}`)) continue;
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    copied.push(path);
  }
  return copied;
}

/** Those that are no longer what they are in the project: somebody worked on them. Without a project nobody can say so. */
export async function changedIncluded(
  files: readonly string[],
  from: string | undefined,
  to: string,
): Promise<string[]> {
  const changed: string[] = [];
  for (const path of files) {
    if (!isFile(join(to, path))) continue;
    const isCopy =
      from !== undefined && isFile(join(from, path)) && (await sameContent(join(from, path), join(to, path), maxBytes));
    if (!isCopy) changed.push(path);
  }
  return changed;
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() ?? false;
}

function statsOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
