import type { Stats } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomId } from "./random-id.ts";

/**
 * A reader sees the old content or the new, never a part, and a crash leaves
 * one of them. The path has its links resolved: a link would be replaced.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { existing, signal }: { readonly existing: Stats | undefined; readonly signal: AbortSignal },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.bridle-${randomId(12)}.tmp`);
  const handle = await open(temporary, "wx", existing === undefined ? 0o666 : 0o600);
  try {
    await fill(handle, content, existing);
    signal.throwIfAborted();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function fill(handle: FileHandle, content: string | Uint8Array, existing: Stats | undefined): Promise<void> {
  try {
    await handle.writeFile(content);
    if (existing !== undefined) {
      // Only root can give a file away; for others it is theirs before and after.
      if (process.getuid?.() === 0) await handle.chown(existing.uid, existing.gid);
      await handle.chmod(existing.mode & 0o7777);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}
