import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** More than any settings have. */
const maxBytes = 8 * 1024 * 1024;

/**
 * The text of a file that came with a folder; undefined only where there is none. A pipe would be waited for without end,
 * and a device read without end: they throw, as does what is too long.
 */
export function readRegularFile(path: string): string | undefined {
  const file = opened(path);
  if (file === undefined) return undefined;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error("it is no regular file");
    if (stats.size > maxBytes) throw new Error(`it is longer than ${maxBytes} bytes`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
