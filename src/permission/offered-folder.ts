import { parentPath, pathInside } from "./path/absolute-path.ts";
import { resolveLinks } from "./path/resolve-links.ts";
import type { Policy } from "./policy.ts";

/**
 * May the whole folder be offered to a person who has seen one file of it? Only where it is most likely one project: not the
 * system's, nobody's home or a folder right in it, nothing hidden, where keys and settings are, and not at the top of the tree.
 */
export function isProjectFolder(folder: string, policy: Policy): boolean {
  return isOfferable(folder, policy) && depthIn(folder, policy) >= 2 && !isOfOthers(folder, policy);
}

/** May the folder be offered to a person who has seen that it is searched or listed as a whole? */
export function isOfferable(folder: string, policy: Policy): boolean {
  if (isAround(folder, policy) || hidden.test(folder)) return false;
  const own = insideHome(folder, policy);
  if (own !== undefined) return !ofPrograms.test(own);
  if (isHome(folder, policy)) return false;
  return ofPeople.test(folder) || !(system.test(folder) || tops.test(folder));
}

/** A hidden file says nothing about the others of its folder. */
export function isHidden(path: string): boolean {
  return path.slice(path.lastIndexOf("/") + 1).startsWith(".");
}

/** Whether it is known to be a folder: a rule for its name is one for all that is in it. */
export function isFolder(path: string, { parts: { files } }: Policy): boolean {
  return files.list !== undefined && files.realpath(`${path}/.`) !== undefined;
}

/** Whether a rule for this name is one for a file alone. Where the file system cannot tell, names that folders have are none of files. */
export function isFile(path: string, policy: Policy): boolean {
  if (policy.parts.files.list !== undefined) return !isFolder(path, policy);
  return !isAround(path, policy) && !isHome(path, policy) && !isTop(path) && !hiddenFolder.test(path);
}

/** Names in front of the last one that tell whose it is, and that it is one of several: `/srv/p`, `~/src/p`. */
function depthIn(folder: string, policy: Policy): number {
  return (insideHome(folder, policy) ?? folder.slice(1)).split("/").length;
}

function insideHome(folder: string, policy: Policy): string | undefined {
  for (const home of homes(policy)) {
    const inside = pathInside(home, folder);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** A home or working folder is in it, or it is one. */
function isAround(folder: string, { parts: { home, cwd, files } }: Policy): boolean {
  const inner = [home, cwd].flatMap((one) => [one, resolveLinks(one, files) ?? one]);
  return folder === "/" || inner.some((one) => pathInside(folder, one) !== undefined);
}

/** Somebody's home as a whole. */
function isHome(folder: string, policy: Policy): boolean {
  return ofPeople.exec(folder)?.[0] === folder || isBesideHome(parentPath(folder), policy);
}

function isTop(folder: string): boolean {
  return tops.test(folder) || (parentPath(folder) === "/" && system.test(folder));
}

/** In the home of somebody else. */
function isOfOthers(folder: string, policy: Policy): boolean {
  if (insideHome(folder, policy) !== undefined) return false;
  if (ofPeople.test(folder)) return true;
  for (let at = folder; at !== "/"; at = parentPath(at)) if (isBesideHome(parentPath(at), policy)) return true;
  return false;
}

function isBesideHome(parent: string, policy: Policy): boolean {
  return parent !== "/" && homes(policy).some((home) => parentPath(home) === parent);
}

function homes({ parts: { home, files } }: Policy): string[] {
  return [...new Set([home, resolveLinks(home, files) ?? home])].filter((one) => one !== "/");
}

const hidden = /\/\./;
const hiddenFolder = /\/\.(?:ssh|aws|azure|gnupg|kube|docker|config|local|cache|claude|mozilla|git|npm|cargo)$/;
const ofPeople = /^\/(?:home|Users|var\/home|export\/home|mnt\/[a-z]\/Users)\/[^/]+/i;
/** Folders of a home in which programs keep their own: mail, cookies, keys. */
const ofPrograms = /^(?:Library|AppData|snap)(?:\/|$)/i;
const system =
  /^\/(?:bin|boot|cores|dev|efi|etc|lib\w*|lost\+found|media|mnt|nix|opt|private|proc|root|run|sbin|snap|sys|usr|var|Applications|Library|Network|System|Volumes)(?:\/|$)/i;
const tops = /^\/(?:home|Users|tmp|export|(?:mnt|media|Volumes|var|usr|private)\/[^/]+)$/i;
