import { pathInside } from "./path/absolute-path.ts";
import { foldCase } from "./path/path-subject.ts";

/** Folders whose content decides what is run, or what is allowed, the next time. */
const folders: ReadonlySet<string> = new Set([
  ".git",
  ".claude",
  ".vscode",
  ".idea",
  ".husky",
  ".devcontainer",
  ".cargo",
  ".yarn",
  ".mvn",
]);

const files: ReadonlySet<string> = new Set([
  ".gitconfig",
  ".gitmodules",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".zshrc",
  ".zprofile",
  ".zshenv",
  ".zlogin",
  ".profile",
  ".envrc",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pypirc",
  ".ripgreprc",
  ".mcp.json",
  ".claude.json",
  ".pre-commit-config.yaml",
  "bunfig.toml",
  "lefthook.yml",
]);

/**
 * The part of a path that is protected, for telling: writing there is asked whatever rules allow, except in
 * bypassPermissions. Worktrees below `.claude` are ordinary folders to work in, as are the working folders themselves.
 * `guarded`: further folders of that kind, by their paths.
 */
export function protectedPart(
  path: string,
  directories: readonly string[],
  guarded: readonly string[] = [],
): string | undefined {
  const folder = guarded.find(
    (one) =>
      // What holds it goes with it: nothing but a removal, a move or a copy over it is done to a folder.
      (holds(path, one) && !directories.includes(path)) ||
      (holds(one, path) && !directories.some((directory) => holds(one, directory) && holds(directory, path))),
  );
  if (folder !== undefined) return folder;
  const inside = directories.map((directory) => pathInside(directory, path)).filter((rest) => rest !== undefined);
  const rest = inside.length === 0 ? path : inside.reduce((short, next) => (next.length < short.length ? next : short));
  const names = foldCase(rest).split("/");
  return names.find((name, at) => {
    if (files.has(name)) return at === names.length - 1;
    if (name === ".config" && (names[at + 1] === "git" || names[at + 1] === "bridle")) return true;
    return folders.has(name) && !(name === ".claude" && names[at + 1] === "worktrees");
  });
}

function holds(folder: string, path: string): boolean {
  return pathInside(folder, path) !== undefined;
}
