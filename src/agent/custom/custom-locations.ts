import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { homeFolder } from "../../files/home-folder.ts";
import { configFolder } from "../folders/home-folders.ts";
import { ofOwners } from "./of-owners.ts";

/** Where a person and a project keep what they made for the agent. */
export interface CustomLocations {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whose count; undefined: everybody's. */
  readonly sources: readonly string[] | undefined;
  /** `--add-dir`. */
  readonly directories: readonly string[];
  /** Has a person trusted this very folder? */
  readonly trusts: (folder: string) => boolean;
  /** Do the rules let the model see this file of a project's? */
  readonly mayShow: (path: string) => boolean;
}

export interface CustomLocation {
  readonly scope: "user" | "project";
  /** `.claude`, or the person's own folder. */
  readonly config: string;
  /** A link may come with a project: what it leads to outside of it is not the project's to show. Undefined: anywhere. */
  readonly within: string | undefined;
}

/** The person's own, then the project's from the working folder up, then those of `--add-dir`. */
export function customLocations({
  cwd,
  env,
  sources,
  directories,
}: Pick<CustomLocations, "cwd" | "env" | "sources" | "directories">): CustomLocation[] {
  const own = configFolder(env);
  const isFromProject = ofOwners(cwd);
  const folders = [...projectFolders(cwd, homeFolder(env)), ...directories.map((folder) => resolve(cwd, folder))];
  const locations: CustomLocation[] = [
    ...(own === undefined ? [] : [{ scope: "user", config: own, within: undefined } as const]),
    ...[...new Set(folders)]
      .map((within): CustomLocation => ({ scope: "project", config: join(within, ".claude"), within }))
      .filter(({ config }) => config !== own && isFromProject(config)),
  ];
  return locations.filter(({ scope }) => sources === undefined || sources.includes(scope));
}

/** Up to the root of the repository, and never as far as the person's home, as Claude Code does. */
function projectFolders(cwd: string, home: string | undefined): string[] {
  const folders = [cwd];
  // Who has no home might have one here.
  if (home === undefined) return folders;
  for (let folder = cwd; !existsSync(join(folder, ".git")); ) {
    const parent = dirname(folder);
    if (parent === folder || parent === home) break;
    folders.push(parent);
    folder = parent;
  }
  return folders;
}
