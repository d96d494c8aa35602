import { join } from "node:path";
import type { GrepInput } from "./grep-input.ts";
import { type GrepFound, grepResult } from "./grep-result.ts";
import { Best } from "./search/best.ts";
import { inOrder, NewestFirst } from "./search/newest-first.ts";
import type { Found, FoundLine, Search, SearchEnd, SearchEngine } from "./search/search.ts";
import { searchEngine } from "./search/search-engine.ts";
import { searchNotes } from "./search/search-notes.ts";
import { type SearchTarget, searchTarget, shownPath } from "./search/search-target.ts";
import { versionControlFolders } from "./search/version-control-folders.ts";
import type { ToolContext, ToolOutput } from "./tool.ts";

/** Searches, and tells what was found. */
export async function grepFiles(input: GrepInput, context: ToolContext): Promise<ToolOutput> {
  const target = searchTarget(input.path, context);
  const grep = new GrepRun(input, target, context);
  const found = await grep.find();
  return grepResult(found, { input, notes: grep.notes, target, shown: shownPath(target, context.cwd) });
}

const grepTimeoutMs = 20_000;

/** More entries are never held, also when no limit is wanted. */
const mostEntries = 20_000;

/** A command line takes so many paths. */
const filesAtOnce = 200;

class GrepRun {
  readonly #input: GrepInput;
  readonly #target: SearchTarget;
  readonly #context: ToolContext;
  readonly #engine: SearchEngine;
  readonly #deadline = performance.now() + grepTimeoutMs;
  readonly #unreadable: string[] = [];
  #timedOut = false;
  #hidden = 0;

  constructor(input: GrepInput, target: SearchTarget, context: ToolContext) {
    this.#input = input;
    this.#target = target;
    this.#context = context;
    this.#engine = searchEngine(context);
  }

  get notes(): readonly string[] {
    const end: SearchEnd = { unreadable: [...new Set(this.#unreadable)], timedOut: this.#timedOut };
    return searchNotes(end, { hidden: this.#hidden, timeoutMs: grepTimeoutMs });
  }

  async find(): Promise<GrepFound> {
    switch (this.#input.output_mode) {
      case "files_with_matches":
        return this.#files();
      case "count":
        return this.#counts();
      case "content":
        return this.#lines();
    }
  }

  async #files(): Promise<GrepFound> {
    const newest = new NewestFirst(this.#target.folder, this.#capacity);
    await this.#search("matching", (found) => newest.add(found));
    return { mode: "files_with_matches", files: newest.list(), total: newest.seen };
  }

  async #counts(): Promise<GrepFound> {
    const best = new Best<Found>(this.#capacity, (a, b) => inOrder(a.path, b.path));
    let matches = 0;
    await this.#search("counts", (found) => {
      best.add(found);
      matches += found.count ?? 0;
    });
    const counts = best.list().map(({ path, count = 0 }) => ({ path, count }));
    return { mode: "count", counts, matches, total: best.seen };
  }

  /** The files first: threads find them in any order, and of many only the first are wanted. */
  async #lines(): Promise<GrepFound> {
    const best = new Best<string>(this.#capacity, inOrder);
    await this.#search("matching", ({ path }) => best.add(path));
    const files = best.list();
    const lines: { path: string; line: FoundLine }[] = [];
    for (let from = 0; from < files.length && lines.length < this.#capacity; from += filesAtOnce) {
      await this.#run(this.#linesOf(files.slice(from, from + filesAtOnce), this.#capacity - lines.length), (found) => {
        for (const { path, line } of found) if (line !== undefined) lines.push({ path, line });
      });
    }
    return { mode: "content", lines };
  }

  /** One more than is shown: then it is known that there is more. */
  get #capacity(): number {
    const { head_limit, offset } = this.#input;
    return Math.min(mostEntries, offset + (head_limit || mostEntries)) + 1;
  }

  #linesOf(files: readonly string[], maxLines: number): Search {
    const { "-A": after, "-B": before, "-C": around = 0 } = this.#input;
    const { folder } = this.#target;
    return {
      kind: "lines",
      folder,
      files,
      text: this.#text,
      before: before ?? around,
      after: after ?? around,
      maxLines,
    };
  }

  get #text() {
    const { pattern, "-i": ignoreCase, multiline } = this.#input;
    return { pattern, ignoreCase, multiline };
  }

  async #search(kind: "matching" | "counts", each: (found: Found) => void): Promise<void> {
    const { glob, type } = this.#input;
    const globs = [...globsOf(glob ?? ""), ...versionControlFolders];
    const within = { ...this.#target, globs, honoursIgnoreFiles: true, ...(type !== undefined && { type }) };
    await this.#run({ kind, within, text: this.#text }, (found) => {
      for (const one of found) {
        if (this.#context.mayRead(join(this.#target.folder, one.path))) each(one);
        else this.#hidden += 1;
      }
    });
  }

  async #run(search: Search, found: (found: readonly Found[]) => void): Promise<void> {
    const timeoutMs = Math.max(1, this.#deadline - performance.now());
    const { unreadable, timedOut } = await this.#engine.run(search, { found, signal: this.#context.signal, timeoutMs });
    this.#unreadable.push(...unreadable);
    this.#timedOut ||= timedOut;
  }
}

/** Several are separated by blanks, or by commas outside of braces. One that fits everything would undo `.gitignore`. */
function globsOf(written: string): string[] {
  return written
    .split(/\s+/)
    .flatMap((part) => (part.includes("{") ? [part] : part.split(",")))
    .filter((part) => part !== "" && !/^(\*\*\/)*\*{1,2}$/.test(part));
}
