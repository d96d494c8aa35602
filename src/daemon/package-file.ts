import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A file of this package, by where it may be: next to the bundle this runs in, or in the source. */
export function packageFile(...names: readonly string[]): string | undefined {
  return names.map((name) => fileURLToPath(new URL(name, import.meta.url))).find((path) => existsSync(path));
}
