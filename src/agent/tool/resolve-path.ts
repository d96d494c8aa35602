import { readlinkSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { expandHome } from "../../permission/path/absolute-path.ts";

/** What a path is relative to. The home is the one that rules are decided by: `~` must not mean two places. */
export interface PathBase {
  readonly cwd: string;
  readonly home: string;
}

/**
 * Where a path really leads: every symbolic link followed and every `..` taken
 * as the system takes it, after the links before it. What does not exist yet is
 * kept as it is; a link to nothing leads to where a file would be created.
 * Whoever decides by this path must open this path, too.
 */
export function resolvePath(path: string, base: PathBase): string {
  const meant = expandHome(path, base.home);
  const todo = split(isAbsolute(meant) ? meant : `${resolve(base.cwd)}/${meant}`);
  let real = "/";
  let links = 0;
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (part === "" || part === ".") continue;
    const next = join(real, part);
    const target = linkTarget(next);
    if (target === undefined) {
      real = next;
      continue;
    }
    links += 1;
    // To stop following and go on would name a path that the system still leads elsewhere.
    if (links > maxLinks) throw new Error(`Too many symbolic links: ${path}`);
    if (isAbsolute(target)) real = "/";
    todo.push(...split(target));
  }
  return real;
}

/** The path as it was meant, absolute, with its links: for people to read. */
export function absolutePath(path: string, { cwd, home }: PathBase): string {
  return resolve(cwd, expandHome(path, home));
}

/** Both resolved before. A folder is inside itself. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}

/** The system itself follows no more than this. */
const maxLinks = 40;

/** Last part first, to be popped. */
function split(path: string): string[] {
  return path.split("/").reverse();
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // Not a link, not there, or not for us to see: then it cannot be opened either.
    return undefined;
  }
}
