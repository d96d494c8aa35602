import { dirname, join } from "node:path";
import { configFolder } from "./home-folders.ts";

/** Where instructions may be: the first of `names` that is there counts. */
export interface InstructionLocation {
  readonly source: "user" | "project" | "local";
  readonly paths: readonly string[];
  /** What its imports have to be in; undefined: anywhere. */
  readonly within: string | undefined;
}

export interface InstructionOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Undefined: all. */
  readonly sources: readonly string[] | undefined;
  /** Has a person trusted this very folder? Else links do not lead out of it. */
  readonly trusts: (folder: string) => boolean;
  /** Do the rules let the model see this file of a project's? */
  readonly mayShow: (path: string) => boolean;
}

/** What is more general comes first: the person's own, then the folders from the root down to the working one. */
export function instructionLocations({ cwd, env, sources }: InstructionOptions): readonly InstructionLocation[] {
  const config = configFolder(env);
  const own = config === undefined ? undefined : join(config, "CLAUDE.md");
  const user: InstructionLocation[] = own === undefined ? [] : [{ source: "user", paths: [own], within: undefined }];
  const locations = [...user, ...foldersDownTo(cwd).flatMap(folderLocations)];
  return locations
    .filter(({ source }) => sources === undefined || sources.includes(source))
    .map((location) =>
      // The person's own file is not the project's, though a project may be below it.
      location.source === "user" ? location : { ...location, paths: location.paths.filter((path) => path !== own) },
    );
}

function folderLocations(folder: string): InstructionLocation[] {
  const location = (source: InstructionLocation["source"], ...names: string[]): InstructionLocation => ({
    source,
    paths: names.map((name) => join(folder, name)),
    within: folder,
  });
  return ofFolder.map(([source, ...names]) => location(source, ...names));
}

const ofFolder: readonly (readonly [InstructionLocation["source"], ...string[]])[] = [
  ["project", "CLAUDE.md", "AGENTS.md"],
  ["project", ".claude/CLAUDE.md"],
  ["local", "CLAUDE.local.md"],
];

/** Of any folder. */
export const instructionNames: readonly string[] = ofFolder.flatMap(([, ...names]) => names);

function foldersDownTo(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...foldersDownTo(parent), folder];
}
