import { constants, type Stats } from "node:fs";
import { access, chmod, type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { randomId } from "./random-id.ts";
import { modifiedSinceRead } from "./read-files.ts";
import { errorCode } from "./tool-failure.ts";

interface ReplaceOptions {
  /** As it was when the new content was made; undefined: there was none. */
  readonly existing: Stats | undefined;
  readonly signal: AbortSignal;
  /** Of a file that is not there yet. */
  readonly mode?: number;
}

/**
 * A reader sees the old content or the new, never a part, and a crash leaves
 * one of them. The path has its links resolved: a link would be replaced.
 * Only a file with several names is written in place, which is not atomic:
 * the other names would keep the old content.
 */
export async function replaceFile(path: string, content: string | Uint8Array, options: ReplaceOptions): Promise<void> {
  const { existing } = options;
  if (existing === undefined) makeFolder(dirname(path));
  else await checkWritable(path, existing);
  if (existing !== undefined && existing.nlink > 1) await overwrite(path, content, options);
  else await exchange(path, content, options);
}

/** A rename asks only for the folder; and to root the system allows everything. */
async function checkWritable(path: string, { mode }: Stats): Promise<void> {
  if ((mode & constants.S_IWUSR) === 0) throw new Error(`EACCES: ${path} is read-only; it was not changed`);
  await access(path, constants.W_OK);
}

async function exchange(path: string, content: string | Uint8Array, options: ReplaceOptions) {
  const { existing, signal, mode } = options;
  const temporary = join(dirname(path), `.bridle-${randomId(12)}.tmp`);
  const handle = await open(temporary, "wx", existing === undefined ? 0o666 : 0o600);
  try {
    await fill(handle, content, existing);
    if (existing === undefined && mode !== undefined) await chmod(temporary, mode);
    signal.throwIfAborted();
    await checkUnchanged(path, existing);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function overwrite(path: string, content: string | Uint8Array, { existing, signal }: ReplaceOptions) {
  const handle = await open(path, constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    signal.throwIfAborted();
    await checkUnchanged(path, existing);
    await handle.truncate();
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Other programs take no lock of ours. */
async function checkUnchanged(path: string, existing: Stats | undefined): Promise<void> {
  const now = await statsOf(path);
  const same = now?.mtimeMs === existing?.mtimeMs && now?.size === existing?.size && now?.ino === existing?.ino;
  if (!same) throw new Error(modifiedSinceRead);
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
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
