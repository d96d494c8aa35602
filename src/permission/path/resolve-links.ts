import { absolutePath, baseName, parentPath } from "./absolute-path.ts";

/** How the file system is looked at. Both give undefined for what is not there, or is no link. */
export interface FileView {
  /** The path with every symbolic link followed, if all of it exists. */
  realpath(path: string): string | undefined;
  /** What a symbolic link holds, also when that does not exist. */
  readlink(path: string): string | undefined;
}

/** More links than this in a row is a circle. */
const maxLinks = 40;

/**
 * Where an absolute path really leads, also when it does not exist yet: the deepest folder that exists is resolved, and
 * links that point to nothing are followed by hand, since writing to one creates its target. Undefined: a circle.
 */
export function resolveLinks(path: string, files: FileView): string | undefined {
  let rest = "";
  let head = path;
  for (let links = 0; links < maxLinks; ) {
    const real = files.realpath(head);
    if (real !== undefined) return rest === "" ? real : absolutePath(real, `./${rest}`);
    const target = files.readlink(head);
    if (target !== undefined) {
      head = absolutePath(files.realpath(parentPath(head)) ?? parentPath(head), target);
      links++;
    } else if (head === "/") return absolutePath("/", `./${rest}`);
    else {
      rest = rest === "" ? baseName(head) : `${baseName(head)}/${rest}`;
      head = parentPath(head);
    }
  }
  return undefined;
}
