import { join } from "node:path";
import { LineReporter } from "./line-reporter.ts";
import { mtimeOf } from "./mtime-of.ts";
import type { Found, Search } from "./search.ts";
import { searchFile } from "./search-file.ts";
import { type TextPattern, textPattern } from "./text-pattern.ts";
import { reasonText, walkFiles } from "./walk-files.ts";

/** A whole search, step by step, as ripgrep would do it. It blocks: for a thread of its own. */
export function* ownSearch(search: Search, unreadable: string[]): Generator<Found> {
  if (search.kind === "files") {
    for (const path of walkFiles(search.within, unreadable)) yield dated(search.within.folder, path);
    return;
  }
  const pattern = textPattern(search.text);
  if (search.kind === "lines") return yield* lines(search, pattern, unreadable);
  for (const path of walkFiles(search.within, unreadable)) {
    const full = join(search.within.folder, path);
    const found = readable(path, unreadable, () =>
      search.kind === "matching" ? (hasMatch(full, pattern) ? 1 : 0) : countMatches(full, pattern),
    );
    if (found !== undefined && found > 0)
      yield search.kind === "matching" ? dated(search.within.folder, path) : { path, count: found };
  }
}

/** Whoever sorts by time has not to look itself: a hundred thousand looks would hold up its thread. */
function dated(folder: string, path: string): Found {
  return { path, mtimeMs: mtimeOf(join(folder, path)) };
}

function* lines(
  search: Search & { readonly kind: "lines" },
  pattern: TextPattern,
  unreadable: string[],
): Generator<Found> {
  let left = search.maxLines;
  for (const path of search.files) {
    const reporter = new LineReporter(search);
    const parts = searchFile(join(search.folder, path), pattern, () => {});
    for (let part = readable(path, unreadable, () => parts.next()); part?.done === false; part = parts.next()) {
      for (const line of reporter.report(part.value)) {
        yield { path, line };
        left -= 1;
        if (left === 0) return;
      }
    }
  }
}

function hasMatch(path: string, pattern: TextPattern): boolean {
  for (const { blocks } of searchFile(path, pattern, () => {})) for (const _block of blocks) return true;
  return false;
}

/** None in a binary file, whatever comes before the byte that tells. */
function countMatches(path: string, pattern: TextPattern): number {
  let count = 0;
  let isBinary = false;
  const parts = searchFile(path, pattern, () => {
    isBinary = true;
  });
  for (const { blocks } of parts) for (const _block of blocks) count += 1;
  return isBinary ? 0 : count;
}

/** Undefined when the system does not let us; that is noted. */
function readable<T>(path: string, unreadable: string[], work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    unreadable.push(`${path}: ${reasonText(error)}`);
    return undefined;
  }
}
