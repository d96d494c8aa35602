import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { errorCode } from "./tool-failure.ts";

/** A file that is to be changed. */
export interface ExistingFile {
  readonly stats: Stats;
  /** Undefined when it is more than was asked for. */
  readonly content: Buffer | undefined;
}

/** Undefined: there is none. Throws for a folder, a device and whatever else has no content to be changed. */
export async function existingFile(path: string, maxBytes: number): Promise<ExistingFile | undefined> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new Error(`EISDIR: ${path} is a directory; give the path of a file`);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    return { stats, content: stats.size <= maxBytes ? await readFile(path) : undefined };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
