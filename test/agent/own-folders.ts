import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

/** Folders and an environment for the agents of a test file, which are gone with it. */
export function ownFolders(name: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `bridle-${name}-`)));
  after(() => rmSync(root, { recursive: true, force: true }));
  let folders = 0;
  return {
    /** A new one, empty. */
    folder: (): string => {
      const path = join(root, String(++folders));
      mkdirSync(path);
      return path;
    },
    /** Built from nothing, with a home of its own. */
    environment: (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
      PATH: process.env.PATH,
      HOME: root,
      TMPDIR: root,
      CLAUDE_CONFIG_DIR: join(root, "config"),
      ...more,
    }),
  };
}
