import { constants } from "node:fs";
import { lstat, open, readlink } from "node:fs/promises";

/** What stands in a file that git does not know. */
type UntrackedContent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary" | "too_large" | "unreadable" };

/** As git does it: a NUL near the beginning makes it binary. */
const sniffedBytes = 8000;

/** Links are not followed and pipes not waited for. */
export async function readUntracked(path: string, maxBytes: number): Promise<UntrackedContent> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return { kind: "text", text: await readlink(path) };
    if (!stats.isFile()) return { kind: "unreadable" };
    if (stats.size > maxBytes) return { kind: "too_large" };
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const content = await handle.readFile();
      if (content.subarray(0, sniffedBytes).includes(0)) return { kind: "binary" };
      return { kind: "text", text: content.toString() };
    } finally {
      await handle.close();
    }
  } catch {
    // It is gone meanwhile, or not ours to read.
    return { kind: "unreadable" };
  }
}

/** Lines as a diff counts them: a last one without an end is one. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
