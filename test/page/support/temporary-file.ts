import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/** The path of a file that is not there yet, in a folder of its own that goes with the tests. */
export function temporaryFile(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "bridle-page-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}
