import { join } from "node:path";

/** The declaration of the server in `tiny.mjs`. */
export function tinyConfig(...manners: readonly string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [join(import.meta.dirname, "tiny.mjs"), ...manners] };
}
