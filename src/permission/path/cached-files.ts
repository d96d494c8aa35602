import type { FileView } from "./resolve-links.ts";

/** Looks at each path once. For the time of one decision: what is there may change. */
export function cachedFiles(files: FileView): FileView {
  const { list, isFolder, bytes } = files;
  return {
    realpath: once((path) => files.realpath(path)),
    readlink: once((path) => files.readlink(path)),
    ...(list && { list: once((folder) => files.list?.(folder)) }),
    ...(isFolder && { isFolder: once((path) => files.isFolder?.(path) === true) }),
    ...(bytes && { bytes: once((path) => files.bytes?.(path)) }),
  };
}

function once<T>(look: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    if (!known.has(path)) known.set(path, look(path));
    return known.get(path) as T;
  };
}
