import { userInfo } from "node:os";
import { join } from "node:path";
import { xdgFolder } from "../../src/files/home-folder.ts";

/** Where Bridle keeps what it can make again: `bridle` in the XDG cache folder. */
export function cacheFolder(): string {
  return join(xdgFolder(process.env, "XDG_CACHE_HOME", ".cache") ?? join(userInfo().homedir, ".cache"), "bridle");
}
