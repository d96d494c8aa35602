import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";

/** Larger files are reported, and not read. */
export const maxFileBytes = 1024 * 1024;

export type FileNow =
  | { readonly state: "text"; readonly content: string; readonly bytes: number; readonly target: string }
  | { readonly state: "too_large" | "binary" | "not_regular"; readonly bytes: number; readonly target: string }
  | { readonly state: "missing" | "unreadable" };

/** What is at a path now: only the text of regular files of a limited size is read. `target` is where links lead. */
export async function readFileNow(path: string): Promise<FileNow> {
  let file: FileHandle;
  try {
    // Without it, to open a pipe would wait until somebody writes.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return withoutContent(error);
  }
  try {
    const stats = await file.stat();
    const target = await realpath(path);
    const bytes = stats.size;
    if (!stats.isFile() || isOfTheSystem(target)) return { state: "not_regular", bytes, target };
    if (bytes > maxFileBytes) return { state: "too_large", bytes, target };
    const content = await readWhole(file);
    if (content.length > maxFileBytes) return { state: "too_large", bytes: content.length, target };
    const text = textOf(content);
    if (text === undefined) return { state: "binary", bytes: content.length, target };
    return { state: "text", content: text, bytes: content.length, target };
  } catch (error) {
    return withoutContent(error);
  } finally {
    await file.close();
  }
}

const without: { readonly [code: string]: FileNow } = {
  ENOENT: { state: "missing" },
  ENOTDIR: { state: "missing" },
  ENXIO: { state: "not_regular", bytes: 0, target: "" },
  ENODEV: { state: "not_regular", bytes: 0, target: "" },
};

function withoutContent(error: unknown): FileNow {
  return without[(error as NodeJS.ErrnoException).code ?? ""] ?? { state: "unreadable" };
}

/** They look like files, and hold what processes have in memory: this one's environment, too. */
function isOfTheSystem(path: string): boolean {
  return /^\/(?:proc|sys|dev)(?:\/|$)/.test(path);
}

/** One byte more than allowed tells that it grew meanwhile. */
async function readWhole(file: FileHandle): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(maxFileBytes + 1);
  let length = 0;
  while (length < whole.length) {
    const { bytesRead } = await file.read(whole, length, whole.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return whole.subarray(0, length);
}

function textOf(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}
