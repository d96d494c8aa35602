import type { FileView } from "../../src/exports/permission.ts";

/** Folders with these names, and nothing else. */
const names: { readonly [folder: string]: readonly string[] } = {
  "/": ["w", "home"],
  "/w": ["a", ".env", ".env.example", "b.txt", "conf", "src", "lib", "docs"],
  "/w/conf": ["k"],
  "/w/src": ["a.ts", "deep"],
  "/w/src/deep": ["b.ts"],
  "/w/lib": ["x", "y"],
  "/w/lib/y": ["secret"],
  "/w/docs": ["x.md", "n.ipynb"],
  "/home": ["u"],
  "/home/u": [".ssh", "notes"],
  "/home/u/.ssh": ["id"],
};

function exists(path: string): boolean {
  const at = path.lastIndexOf("/");
  return path in names || (names[path.slice(0, at) || "/"]?.includes(path.slice(at + 1)) ?? false);
}

function below(folder: string): string[] {
  return (names[folder] ?? []).flatMap((name) => [name, ...below(`${folder}/${name}`).map((one) => `${name}/${one}`)]);
}

/** A small project, as a file system would show it. */
export const laidFiles: FileView = {
  realpath: (path) => (exists(path) ? path : undefined),
  readlink: () => undefined,
  list: (folder) => names[folder],
  tree: below,
};
