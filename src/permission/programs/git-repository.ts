import { absolutePath, parentPath, pathInside } from "../path/absolute-path.ts";
import { type FileView, resolveLinks } from "../path/resolve-links.ts";
import { type ConfigReading, readGitConfig } from "./git-config.ts";
import { linksIn, submodulesIn, trackedIn } from "./git-index.ts";

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
 * Does git, while it only shows something in this folder, run nothing that the repository or a submodule configures? A folder that
 * was unpacked from an archive has a configuration that nobody here has written.
 */
export function isPlainRepository(folder: string, files: FileView): boolean {
  if (files.bytes === undefined) return true;
  let at = folder;
  while (!exists(inside(at, ".git"), files)) {
    if (at === "/" || at === "") return true;
    at = parentPath(at);
  }
  return isPlainAt(at, files, 0);
}

/** The paths of all files that a plain repository tracks, from its folder on; undefined where that cannot be known. */
export function trackedFiles(folder: string, files: FileView): readonly string[] | undefined {
  const gitDir = files.bytes === undefined ? undefined : gitDirOf(folder, files);
  if (gitDir === undefined || !isPlainAt(folder, files, 0)) return undefined;
  const shared = pathIn(textOf(inside(gitDir, "commondir"), files));
  const common = shared === undefined ? gitDir : absolutePath(gitDir, shared);
  const config = readConfig(inside(common, "config"), () => true, files);
  const bytes = files.bytes?.(inside(gitDir, "index"));
  return config && bytes && trackedIn(bytes, config.hashLength);
}

/** The tracked files of the repository at a folder, and which of them are links; undefined where that cannot be told. */
export function trackedAt(
  folder: string,
  files: FileView,
): { readonly paths: readonly string[]; readonly links: readonly string[] } | undefined {
  const gitDir = files.bytes === undefined ? undefined : gitDirOf(folder, files);
  const paths = gitDir === undefined ? undefined : trackedFiles(folder, files);
  if (gitDir === undefined || paths === undefined) return undefined;
  const shared = pathIn(textOf(inside(gitDir, "commondir"), files));
  const config = readConfig(
    inside(shared === undefined ? gitDir : absolutePath(gitDir, shared), "config"),
    () => true,
    files,
  );
  const bytes = files.bytes?.(inside(gitDir, "index"));
  const links = config && bytes && linksIn(bytes, config.hashLength);
  return links && { paths, links };
}

/** Of submodules in one another, and of those in one repository; more are asked about. */
const maxDepth = 3;
const maxSubmodules = 50;

function isPlainAt(folder: string, files: FileView, depth: number): boolean {
  const gitDir = gitDirOf(folder, files);
  // Without a HEAD git looks further up.
  if (depth > maxDepth || gitDir === undefined || !exists(inside(gitDir, "HEAD"), files)) return false;
  const shared = pathIn(textOf(inside(gitDir, "commondir"), files));
  const common = shared === undefined ? gitDir : absolutePath(gitDir, shared);
  const isHere = (worktree: string): boolean => absolutePath(gitDir, worktree) === folder;
  const own = readConfig(inside(common, "config"), isHere, files);
  const more = own?.hasWorktreeConfig ? readConfig(inside(gitDir, "config.worktree"), isHere, files) : own;
  if (!own?.isPlain || !more?.isPlain) return false;
  if (!isOwnRepository({ folder, gitDir, common, saysSo: own.isOfFolder || more.isOfFolder }, files)) return false;
  const hooks = more.hooksPath ?? own.hooksPath;
  // What git runs when it has noted what it looked at.
  const hook = inside(hooks === undefined ? inside(common, "hooks") : absolutePath(folder, hooks), "post-index-change");
  return !exists(hook, files) && hasPlainSubmodules(folder, inside(gitDir, "index"), own.hashLength, files, depth);
}

interface RepositoryPlaces {
  readonly folder: string;
  readonly gitDir: string;
  /** What it shares with its worktrees; for most the same. */
  readonly common: string;
  /** Its configuration names the folder. */
  readonly saysSo: boolean;
}

/** Is it the folder's own? A file, a link or a list that came with the folder may lead git to another one, and it would show that. */
function isOwnRepository({ folder, gitDir, common, saysSo }: RepositoryPlaces, files: FileView): boolean {
  const at = resolveLinks(gitDir, files);
  const shared = resolveLinks(common, files);
  if (at === undefined || shared === undefined || exists(inside(shared, "objects/info/alternates"), files))
    return false;
  const isThere = (name: string): boolean =>
    [undefined, inside(shared, name)].includes(files.realpath(inside(shared, name)));
  if (!["objects", "objects/pack", "refs", "refs/heads", "packed-refs"].every(isThere)) return false;
  if (
    files.realpath(inside(at, "HEAD")) !== inside(at, "HEAD") &&
    !/^refs\//.test(files.readlink(inside(at, "HEAD")) ?? "")
  )
    return false;
  // A worktree is listed in the repository that it is one of.
  if (at !== shared) {
    const listed = pathIn(textOf(inside(at, "gitdir"), files));
    return (
      parentPath(at) === inside(shared, "worktrees") &&
      listed !== undefined &&
      resolveLinks(absolutePath(at, listed), files) === resolveLinks(inside(folder, ".git"), files)
    );
  }
  return saysSo || pathInside(resolveLinks(folder, files) ?? folder, at) !== undefined;
}

function hasPlainSubmodules(
  folder: string,
  index: string,
  hashLength: number,
  files: FileView,
  depth: number,
): boolean {
  if (!exists(index, files)) return true;
  const bytes = files.bytes?.(index);
  const submodules = bytes && submodulesIn(bytes, hashLength);
  if (submodules === undefined || submodules.length > maxSubmodules) return false;
  return submodules
    .map((path) => absolutePath(folder, path))
    .every((path) => !exists(inside(path, ".git"), files) || isPlainAt(path, files, depth + 1));
}

/** Where the repository of a folder is: in a worktree and in a submodule `.git` is a file that says so. */
function gitDirOf(folder: string, files: FileView): string | undefined {
  const written = pathIn(textOf(inside(folder, ".git"), files));
  if (written === undefined) return files.isFolder?.(inside(folder, ".git")) ? inside(folder, ".git") : undefined;
  const path = /^gitdir: ([^\r\n]+)$/.exec(written)?.[1];
  return path === undefined ? undefined : absolutePath(folder, path);
}

function pathIn(written: string | undefined): string | undefined {
  return written?.replace(/(?<![\r\n])[\r\n]+$/, "");
}

/** Undefined: it is there and cannot be read. */
function readConfig(path: string, isHere: (worktree: string) => boolean, files: FileView): ConfigReading | undefined {
  const text = textOf(path, files) ?? (exists(path, files) ? undefined : "");
  return text === undefined ? undefined : readGitConfig(text, isHere);
}

const maxText = 65_536;

function textOf(path: string, files: FileView): string | undefined {
  const bytes = files.bytes?.(path);
  return bytes === undefined || bytes.length > maxText ? undefined : new TextDecoder().decode(bytes);
}

function inside(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}
