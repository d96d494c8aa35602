import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "../tool/resolve-path.ts";
import { type CustomLocation, type CustomLocations, customLocations } from "./custom-locations.ts";

export interface CustomFile {
  readonly scope: CustomLocation["scope"];
  /** The folder whose `.claude` it is in; undefined: it is the person's own. */
  readonly fromFolder: string | undefined;
  /** From the folder they are in: `sub/deep.md`. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

const maxFiles = 500;
const maxDepth = 5;
const maxFileBytes = 1024 * 1024;

/** The Markdown files of a folder such as `agents`: the person's own, then the project's, the nearest to the working folder first. */
export function customFiles(locations: Omit<CustomLocations, "trusts">, folder: string): CustomFile[] {
  return customLocations(locations).flatMap(({ scope, config, within }) => {
    const root = join(config, folder);
    return markdownIn(root, within).flatMap((name) => readCustom(scope, root, name, within, locations.mayShow));
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

function readCustom(
  scope: CustomFile["scope"],
  root: string,
  name: string,
  within: string | undefined,
  mayShow: CustomLocations["mayShow"],
): CustomFile[] {
  const path = join(root, name);
  try {
    const real = realpathSync(path);
    const stats = statSync(real);
    return stats.isFile() &&
      stats.size <= maxFileBytes &&
      isWithin(real, within) &&
      (within === undefined || mayShow(real))
      ? [{ scope, fromFolder: within, name, path, text: readFileSync(real, "utf8") }]
      : [];
  } catch {
    return [];
  }
}

function isWithin(real: string, folder: string | undefined): boolean {
  return folder === undefined || isInside(real, realpathSync(folder));
}
