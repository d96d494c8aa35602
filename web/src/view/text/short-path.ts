/** A path as somebody in that folder would say it: relative below it, else whole. */
export function shortPath(path: string, cwd: string): string {
  if (path === cwd) return ".";
  const below = cwd.endsWith("/") ? cwd : `${cwd}/`;
  return cwd !== "" && path.startsWith(below) ? path.slice(below.length) : path;
}
