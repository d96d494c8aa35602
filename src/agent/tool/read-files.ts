import { createHash } from "node:crypto";
import type { Stats } from "node:fs";

/** A file as the model saw it. */
interface SeenFile {
  readonly mtimeMs: number;
  readonly size: number;
  /** Of the whole content; absent when only a part of a big file was read. */
  readonly digest?: string;
  /** The lines from the first to this one were shown; Infinity: all. A long line that was cut counts as shown. */
  readonly shownTo: number;
}

/** What the model was shown of a file. */
interface ShownLines {
  readonly first: number;
  readonly count: number;
  /** Something comes after them. */
  readonly more: boolean;
}

/** For what has no lines, and for content the model itself wrote. */
export const everything: ShownLines = { first: 1, count: 1, more: false };

export const modifiedSinceRead =
  "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";

/** The files the model knows, by real path: only those may be changed, and only while they are as it saw them. */
export class ReadFiles {
  readonly #seen = new Map<string, SeenFile>();

  /** Parts of a file add up when they are read from its beginning on, as long as it stays the same. */
  record(path: string, { mtimeMs, size }: Stats, shown: ShownLines, digest?: string): void {
    const seen = this.#seen.get(path);
    const isSame = digest === undefined ? seen?.mtimeMs === mtimeMs && seen.size === size : seen?.digest === digest;
    const before = isSame && seen !== undefined ? seen.shownTo : 0;
    const shownTo = shown.first > before + 1 ? before : Math.max(before, lastOf(shown));
    this.#seen.set(path, { mtimeMs, size, shownTo, ...(digest !== undefined && { digest }) });
  }

  /** After a change of a part: who knew all of it still does. */
  recordEdit(path: string, { mtimeMs, size }: Stats, digest: string): void {
    const { shownTo = Number.POSITIVE_INFINITY } = this.#seen.get(path) ?? {};
    this.#seen.set(path, { mtimeMs, size, digest, shownTo: shownTo === Number.POSITIVE_INFINITY ? shownTo : 0 });
  }

  /** Why the file must not be changed now, in Claude Code's words. */
  problem(path: string, { mtimeMs, size }: Stats, content: Uint8Array | undefined): string | undefined {
    const seen = this.#seen.get(path);
    if (seen === undefined) return "File has not been read yet. Read it first before writing to it.";
    // The clock of a file system is too coarse to see every change, and a changed time alone is none.
    const same =
      seen.digest !== undefined && content !== undefined
        ? seen.digest === digestOf(content)
        : seen.mtimeMs === mtimeMs && seen.size === size;
    return same ? undefined : modifiedSinceRead;
  }

  /** Why the whole of it must not be replaced: what was never shown would be lost unseen. */
  partProblem(path: string): string | undefined {
    const { shownTo = 0 } = this.#seen.get(path) ?? {};
    if (shownTo === Number.POSITIVE_INFINITY) return undefined;
    const rest = shownTo === 0 ? "all of it" : `the rest of it (offset=${shownTo + 1})`;
    return `File has only been read in part, and Write would replace all of it. Read ${rest} first, or use Edit to change a part.`;
  }
}

function lastOf({ first, count, more }: ShownLines): number {
  return more ? first + count - 1 : Number.POSITIVE_INFINITY;
}

export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64");
}
