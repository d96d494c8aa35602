import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { configFolder } from "../kit/home-folders.ts";
import { isInside } from "../tool/resolve-path.ts";

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
    .flatMap(([scope, root]) => {
      // A link may come with a project: what it leads to outside of it is not the project's to show.
      const within = scope === "project" ? cwd : undefined;
      return markdownIn(root, within).flatMap((name) => readCustom(scope, root, name, within));
    });
}

/** `within`: where everything has to be in the end, whatever links lead there. */
function markdownIn(root: string, within: string | undefined, inside = "", above: readonly string[] = []): string[] {
  try {
    const real = realpathSync(join(root, inside));
    // A link that leads back would be followed for ever.
    if (above.includes(real) || !isWithin(real, within)) return [];
    const entries = readdirSync(real, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = entries.flatMap((entry) => {
      const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (entry.name.endsWith(".md")) return [name];
      const mayBeFolder = entry.isDirectory() || entry.isSymbolicLink();
      return mayBeFolder && above.length < maxDepth ? markdownIn(root, within, name, [...above, real]) : [];
    });
    return names.slice(0, maxFiles);
  } catch {
    // No such folder, a file, or one that is not for us: nothing was made there.
    return [];
  }
}

function readCustom(scope: CustomFile["scope"], root: string, name: string, within: string | undefined): CustomFile[] {
  const path = join(root, name);
  try {
    const real = realpathSync(path);
    const stats = statSync(real);
    return stats.isFile() && stats.size <= maxFileBytes && isWithin(real, within)
      ? [{ scope, name, path, text: readFileSync(real, "utf8") }]
      : [];
  } catch {
    return [];
  }
}

function isWithin(real: string, folder: string | undefined): boolean {
  return folder === undefined || isInside(real, realpathSync(folder));
}
