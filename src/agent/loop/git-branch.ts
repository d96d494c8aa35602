import { dirname, join, resolve } from "node:path";
import { readRegularFile } from "../../files/read-regular-file.ts";

/** The branch that is checked out, or the commit where there is none; undefined outside a repository. Starts no program. */
export function gitBranch(folder: string): string | undefined {
  const head = contentOf(join(gitFolder(folder) ?? "", "HEAD"))?.trim();
  if (head === undefined || head === "") return undefined;
  return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 12);
}

/** `.git`, or where it points to in a worktree. */
function gitFolder(folder: string): string | undefined {
  const git = join(folder, ".git");
  if (contentOf(join(git, "HEAD")) !== undefined) return git;
  const pointer = /^gitdir: (.+)$/m.exec(contentOf(git) ?? "")?.[1];
  if (pointer !== undefined) return resolve(folder, pointer);
  const parent = dirname(folder);
  return parent === folder ? undefined : gitFolder(parent);
}

function contentOf(path: string): string | undefined {
  try {
    return readRegularFile(path);
  } catch {
    return undefined;
  }
}
