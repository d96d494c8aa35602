import { homedir } from "node:os";
import { join } from "node:path";

/** Where Bridle keeps what it can make again: `bridle` in the XDG cache folder. */
export function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME;
  return join(base !== undefined && base !== "" ? base : join(homedir(), ".cache"), "bridle");
}
