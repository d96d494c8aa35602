import { currentWork, spend } from "../work.ts";
import type { FileView } from "./resolve-links.ts";

/** The file system, each look at which is work; a decision looks at each place once. */
export function countedFiles(files: FileView): FileView {
  if (counted.has(files)) return files;
  const view: FileView = {
    ...files,
    realpath: once((path) => files.realpath(path)),
    readlink: once((path) => files.readlink(path)),
    ...(files.isFolder && { isFolder: once((path) => files.isFolder?.(path) ?? false) }),
    ...(files.bytes && { bytes: once((path) => files.bytes?.(path), bytesSteps) }),
    ...(files.list && { list: once((folder) => files.list?.(folder), namesSteps) }),
    ...(files.tree && { tree: once((folder) => files.tree?.(folder), namesSteps) }),
  };
  counted.add(view);
  return view;
}

const counted = new WeakSet<FileView>();

/** Some microseconds. */
const lookSteps = 1_000;

/** A folder that has very many names was looked through until they were too many. */
function namesSteps(names: readonly string[] | undefined): number {
  return names === undefined ? 200_000 : 100 * names.length;
}

function bytesSteps(bytes: Uint8Array | undefined): number {
  return (bytes?.length ?? 0) / 8;
}

function once<T>(look: (path: string) => T, stepsOf: (found: T) => number = () => 0): (path: string) => T {
  let work: object | undefined;
  let known = new Map<string, T>();
  return (path) => {
    if (currentWork() === undefined) return look(path);
    if (currentWork() !== work) [work, known] = [currentWork(), new Map()];
    if (!known.has(path)) {
      spend(lookSteps);
      const found = look(path);
      known.set(path, found);
      spend(stepsOf(found));
    }
    return known.get(path) as T;
  };
}
