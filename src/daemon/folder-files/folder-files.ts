import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { IgnoreFiles } from "../../agent/tool/search/ignore-files.ts";
import { rankPaths } from "./rank-paths.ts";

interface FolderLimits {
  readonly maxPaths: number;
  readonly maxMs: number;
  /** Who types on asks again and again: a listing serves so long. */
  readonly keepMs: number;
}

const defaults: FolderLimits = { maxPaths: 30_000, maxMs: 400, keepMs: 5_000 };

interface Listing {
  readonly paths: readonly string[];
  readonly isWhole: boolean;
}

/** The files and folders below a folder that its ignore files let be seen, for who types a path. Only names are read. */
export class FolderFiles {
  readonly #limits: FolderLimits;
  #last: { readonly folder: string; readonly listing: Promise<Listing>; readonly untilMs: number } | undefined;

  constructor(limits: Partial<FolderLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
  }

  /** The best first; a folder ends in "/". */
  async complete(folder: string, query: string, limit: number): Promise<Listing> {
    const now = performance.now();
    if (this.#last?.folder !== folder || this.#last.untilMs < now)
      this.#last = { folder, listing: this.#list(folder), untilMs: now + this.#limits.keepMs };
    const { paths, isWhole } = await this.#last.listing;
    return { paths: rankPaths(paths, query, limit), isWhole };
  }

  /** Breadth first: of a folder that is too large, what is near is there. */
  async #list(root: string): Promise<Listing> {
    const { maxPaths, maxMs } = this.#limits;
    const until = performance.now() + maxMs;
    const paths: string[] = [];
    const todo: { readonly path: string; readonly ignores: IgnoreFiles }[] = [
      { path: "", ignores: IgnoreFiles.of(root) },
    ];
    for (let at = 0; at < todo.length; at++) {
      const { path, ignores } = todo[at] as (typeof todo)[number];
      if (paths.length >= maxPaths || performance.now() > until) return { paths, isWhole: false };
      for (const entry of await entriesOf(join(root, path))) {
        // A link is neither: nothing leads out of the folder or in a circle.
        const isFolder = entry.isDirectory();
        if ((!isFolder && !entry.isFile()) || hidden.has(entry.name) || ignores.isIgnored(entry.name, isFolder))
          continue;
        paths.push(`${path}${entry.name}${isFolder ? "/" : ""}`);
        if (isFolder) todo.push({ path: `${path}${entry.name}/`, ignores: ignores.below(entry.name) });
      }
    }
    return { paths, isWhole: true };
  }
}

const hidden = new Set([".git", ".svn", ".hg", ".bzr", ".jj", ".sl", ".DS_Store"]);

/** None where it is gone or may not be read. */
async function entriesOf(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
