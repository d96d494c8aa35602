import { readFileSync } from "node:fs";

/**
 * A file of Linux's /proc. As UTF-8, though it may hold any bytes: these files say that they are empty, and with any other
 * encoding Node takes 64 KiB for each and leaves them to the collector: megabytes for one look at all processes.
 */
export function readProcFile(path: string): string {
  return readFileSync(path, "utf8");
}
