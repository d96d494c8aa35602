import { closeSync, existsSync, fsyncSync, openSync, rmSync } from "node:fs";
import { BridleError } from "../../errors.ts";
import type { Database } from "./database.ts";
import { unmark } from "./file-mark.ts";

/** Writes the database as it is at one moment into a new file, while it is being written. */
export function backupDatabase(database: Database, to: string): void {
  if (existsSync(to)) {
    throw new BridleError("invalid_option", `${to} exists already: name a file that does not`, {
      option: "file",
      allowed: "a file that does not exist",
      found: to,
    });
  }
  // SQLite writes into an empty file too; the mode is ours this way.
  closeSync(openSync(to, "wx", 0o600));
  try {
    database.statement("VACUUM INTO ?").run(to);
    unmark(to);
    const handle = openSync(to, "r");
    fsyncSync(handle);
    closeSync(handle);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}
