import { join } from "node:path";
import { Best } from "./best.ts";
import { mtimeOf } from "./mtime-of.ts";
import type { Found } from "./search.ts";

interface DatedFile {
  readonly path: string;
  readonly mtimeMs: number;
}

/** The files that were changed last, of any number of files. */
export class NewestFirst {
  readonly #folder: string;
  readonly #best: Best<DatedFile>;

  constructor(folder: string, capacity: number) {
    this.#folder = folder;
    this.#best = new Best(capacity, (a, b) => b.mtimeMs - a.mtimeMs || inOrder(a.path, b.path));
  }

  get seen(): number {
    return this.#best.seen;
  }

  add({ path, mtimeMs = mtimeOf(join(this.#folder, path)) }: Found): void {
    this.#best.add({ path, mtimeMs });
  }

  list(): string[] {
    return this.#best.list().map(({ path }) => path);
  }
}

/** The same everywhere, whatever the language of the machine. */
export function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
