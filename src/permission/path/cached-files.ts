import type { FileView } from "./resolve-links.ts";

/** Looks at each path once. For the time of one decision: what is there may change. */
export function cachedFiles(files: FileView): FileView {
  return { realpath: once((path) => files.realpath(path)), readlink: once((path) => files.readlink(path)) };
}

function once(look: (path: string) => string | undefined): (path: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, look(path));
    return known.get(path);
  };
}
