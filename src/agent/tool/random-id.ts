import { randomBytes } from "node:crypto";

/** Lower-case letters and digits, for names of tasks and files. */
export function randomId(length = 8): string {
  return Array.from(randomBytes(length), (byte) => (byte % 36).toString(36)).join("");
}
