/** Joins a path to a folder and takes out `.`, `..` and doubled slashes. `folder` is absolute; symbolic links are not looked at. */
export function absolutePath(folder: string, path: string): string {
  const whole = rooted(folder, path);
  if (isStraight(whole)) return whole;
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Absolute, with nothing in it to be taken out. */
export function isStraight(path: string): boolean {
  if (!path.startsWith("/") || path.endsWith("/") || path.includes("//")) return false;
  return !path.includes("/.") || !/\/\.{1,2}(?:\/|$)/.test(path);
}

/** The same with all its parts as they are written. */
export function rooted(folder: string, path: string): string {
  return path.startsWith("/") ? path : `${folder}/${path}`;
}

/** `path` from `folder` on, without a slash in front; "" for the folder itself, undefined for what is not in it. Both absolute. */
export function pathInside(folder: string, path: string): string | undefined {
  if (folder === "/") return path.slice(1);
  if (!path.startsWith(folder)) return undefined;
  if (path.length === folder.length) return "";
  return path[folder.length] === "/" ? path.slice(folder.length + 1) : undefined;
}

export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

export function baseName(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? path : path.slice(slash + 1);
}

/** `~` and `~/x` begin at the home folder. */
export function expandHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}
