import { createHash } from "node:crypto";
import type { Stats } from "node:fs";

/** A file as the model saw it. */
export interface SeenFile {
  readonly mtimeMs: number;
  readonly size: number;
  /** Of the whole content; absent when only a part of a big file was read. */
  readonly digest?: string;
}

/** The files the model knows, by real path: only those may be changed, and only while they are as it saw them. */
export class ReadFiles {
  readonly #seen = new Map<string, SeenFile>();

  record(path: string, { mtimeMs, size }: Stats, digest?: string): void {
    this.#seen.set(path, { mtimeMs, size, ...(digest !== undefined && { digest }) });
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
    if (same) return undefined;
    return "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.";
  }
}

export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64");
}
