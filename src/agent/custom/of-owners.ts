import { lstatSync, statSync } from "node:fs";

/**
 * Above a folder may be one where anybody writes, such as /tmp: what others put there is no part of the project. A link and
 * what it leads to have to be the person's, root's, or of whom the folder itself is.
 */
export function ofOwners(cwd: string): (path: string) => boolean {
  const owners = [0, process.getuid?.(), statSync(cwd, { throwIfNoEntry: false })?.uid];
  return (path) => {
    const [link, file] = [lstatSync(path, { throwIfNoEntry: false }), statSync(path, { throwIfNoEntry: false })];
    return link !== undefined && file !== undefined && owners.includes(link.uid) && owners.includes(file.uid);
  };
}
