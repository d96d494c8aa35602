import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { configFolder } from "../kit/home-folders.ts";

/** Where a person and a project keep what they made for the agent. */
export interface CustomPlaces {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whose count; undefined: everybody's. */
  readonly sources: readonly string[] | undefined;
}

export interface CustomFile {
  readonly scope: "user" | "project";
  /** From the folder they are in: `sub/deep.md`. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

const maxFiles = 500;
const maxDepth = 5;
const maxFileBytes = 1024 * 1024;

/** The Markdown files of a folder such as `agents`, in the person's own folder and in the project's; the latter come last and win. */
export function customFiles({ cwd, env, sources }: CustomPlaces, folder: string): CustomFile[] {
  const config = configFolder(env);
  const project = join(cwd, ".claude");
  const places: readonly (readonly [CustomFile["scope"], string])[] = [
    ...(config === undefined || config === project ? [] : [["user", join(config, folder)] as const]),
    ["project", join(project, folder)],
  ];
  return places
    .filter(([scope]) => sources === undefined || sources.includes(scope))
    .flatMap(([scope, root]) => markdownIn(root).flatMap((name) => readCustom(scope, root, name)));
}

function markdownIn(root: string, inside = "", depth = 0): string[] {
  try {
    const entries = readdirSync(join(root, inside), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = entries.flatMap((entry) => {
      const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.name.endsWith(".md")) return [name];
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && statSync(join(root, name)).isDirectory());
      return isFolder && depth < maxDepth ? markdownIn(root, name, depth + 1) : [];
    });
    return names.slice(0, maxFiles);
  } catch {
    // No such folder, or one that is not for us: nothing was made there.
    return [];
  }
}

function readCustom(scope: CustomFile["scope"], root: string, name: string): CustomFile[] {
  const path = join(root, name);
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= maxFileBytes
      ? [{ scope, name, path, text: readFileSync(path, "utf8") }]
      : [];
  } catch {
    return [];
  }
}
