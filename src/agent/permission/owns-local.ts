import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * Whether a folder's `settings.local.json` is the person's own: git does not track it, and it is no link to what git may
 * track. Where that cannot be seen, it is not.
 */
export function ownsLocal(cwd: string): boolean {
  const file = join(cwd, local);
  try {
    if (!existsSync(file)) return true;
    if (realpathSync.native(file) !== join(realpathSync.native(cwd), local)) return false;
    for (let folder = realpathSync.native(cwd); ; folder = dirname(folder)) {
      if (existsSync(join(folder, ".git")) && mayTrack(gitFolder(join(folder, ".git")))) return false;
      if (folder === dirname(folder)) return true;
    }
  } catch {
    return false;
  }
}

const local = ".claude/settings.local.json";

/** In worktrees and submodules, `.git` is a file that names the folder. */
function gitFolder(path: string): string {
  if (statSync(path).isDirectory()) return path;
  const [, named] = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(path, "utf8")) ?? [];
  if (named === undefined) throw new Error(`${path} names no folder`);
  return resolve(dirname(path), named);
}

/** Any folder's file of this name will do: the index is not read, only looked through. */
function mayTrack(folder: string): boolean {
  const index = join(folder, "index");
  if (!existsSync(index)) return false;
  const bytes = readFileSync(index);
  // Version 4 shortens names, and a split index has them in another file.
  if (bytes.readUInt32BE(4) > 3 || readdirSync(folder).some((name) => name.startsWith("sharedindex."))) return true;
  return bytes.toString("latin1").toLowerCase().includes(local);
}
