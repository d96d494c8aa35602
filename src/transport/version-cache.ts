import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";

/** What executables printed for `--version`, so that a slow agent is asked once. An executable that changed is asked again. */
export class VersionCache {
  readonly #file: string;

  constructor(file = join(cacheFolder(), "agent-versions.json")) {
    this.#file = file;
  }

  get(executable: string): string | undefined {
    return this.#read().get(keyOf(executable));
  }

  /** A cache that cannot be written is no reason to fail. */
  set(executable: string, output: string): void {
    const entries = this.#read().set(keyOf(executable), output);
    const temporary = `${this.#file}.${process.pid}.tmp`;
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      writeFileSync(temporary, JSON.stringify(Object.fromEntries([...entries].slice(-50))));
      renameSync(temporary, this.#file);
    } catch {}
  }

  #read(): Map<string, string> {
    try {
      const stored: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
      return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
    } catch {
      return new Map();
    }
  }
}

function keyOf(executable: string): string {
  const path = realpathSync(executable);
  const { size, mtimeMs } = statSync(path);
  return `${path} ${size} ${mtimeMs}`;
}
