import { lstatSync } from "node:fs";

/** When a file was last changed; one that is gone meanwhile is the oldest. */
export function mtimeOf(path: string): number {
  try {
    return lstatSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
