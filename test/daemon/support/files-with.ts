import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files under a folder that hold one of these texts. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const content = readFileSync(file, "latin1");
      return texts.some((text) => content.includes(text));
    });
}
