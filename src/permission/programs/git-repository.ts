import { absolutePath, parentPath, pathInside } from "../path/absolute-path.ts";
import type { FileView } from "../path/resolve-links.ts";
import { type ConfigReading, readGitConfig } from "./git-config.ts";

/**
 * Would git, run in this folder, take its configuration from ordinary files of the project? It runs what is configured
 * there, a file system monitor for one. A folder with a file HEAD may be laid out as a repository of its own, and so may
 * one below the working folder that has a `.git`: what is there came with the files. The `.git` of the working folder, or
 * of one above it, is the person's: writing there is always asked.
 */
export function isForeignRepository(folder: string, cwd: string, files: FileView): boolean {
  for (let at = folder; ; at = parentPath(at)) {
    if (exists(inside(at, "HEAD"), files)) return true;
    if (exists(inside(at, ".git"), files)) return at !== cwd && pathInside(cwd, at) !== undefined;
    if (at === "/" || at === "") return false;
  }
}

/** Git takes a link that points to nothing for a HEAD. */
function exists(path: string, files: FileView): boolean {
  return files.realpath(path) !== undefined || files.readlink(path) !== undefined;
}

/**
 * Does git, while it only shows something in this folder, run nothing that the repository configures? A folder that was unpacked
 * from an archive has a configuration that nobody here has written.
 */
export function isPlainRepository(folder: string, files: FileView): boolean {
  if (files.text === undefined) return true;
  let at = folder;
  while (!exists(inside(at, ".git"), files)) {
    if (at === "/" || at === "") return true;
    at = parentPath(at);
  }
  const gitDir = gitDirOf(at, files);
  // Git looks further up for what is a repository.
  if (gitDir === undefined || !exists(inside(gitDir, "HEAD"), files)) return false;
  const shared = pathIn(files.text(inside(gitDir, "commondir")));
  const common = shared === undefined ? gitDir : absolutePath(gitDir, shared);
  const isHere = (worktree: string): boolean => absolutePath(gitDir, worktree) === at;
  const own = readConfig(inside(common, "config"), isHere, files);
  const more = own?.hasWorktreeConfig ? readConfig(inside(gitDir, "config.worktree"), isHere, files) : own;
  if (!own?.isPlain || !more?.isPlain) return false;
  const hooks = more.hooksPath ?? own.hooksPath;
  // What git runs when it has noted what it looked at.
  const hook = inside(hooks === undefined ? inside(common, "hooks") : absolutePath(at, hooks), "post-index-change");
  return !exists(hook, files);
}

/** Where the repository of a folder is: in a worktree and in a submodule `.git` is a file that says so. */
function gitDirOf(folder: string, files: FileView): string | undefined {
  const written = pathIn(files.text?.(inside(folder, ".git")));
  if (written === undefined) return files.isFolder?.(inside(folder, ".git")) ? inside(folder, ".git") : undefined;
  const path = /^gitdir: ([^\r\n]+)$/.exec(written)?.[1];
  return path === undefined ? undefined : absolutePath(folder, path);
}

function pathIn(written: string | undefined): string | undefined {
  return written?.replace(/[\r\n]+$/, "");
}

/** Undefined: it is there and cannot be read. */
function readConfig(path: string, isHere: (worktree: string) => boolean, files: FileView): ConfigReading | undefined {
  const text = files.text?.(path) ?? (exists(path, files) ? undefined : "");
  return text === undefined ? undefined : readGitConfig(text, isHere);
}

function inside(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}
