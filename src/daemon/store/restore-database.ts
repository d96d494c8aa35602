import { existsSync, realpathSync, renameSync, rmSync } from "node:fs";
import { invalidOption } from "../../errors.ts";
import { backupDatabase } from "./backup-database.ts";
import { checkDatabase } from "./check-database.ts";
import { Database } from "./database.ts";
import { unusable } from "./database-failure.ts";
import { markSuffix } from "./file-mark.ts";
import { inspectDatabase } from "./open-database.ts";

interface Restored {
  readonly sessions: number;
  readonly events: number;
  /** Where what was there before is now, with its log. */
  readonly replaced: string | undefined;
}

/**
 * Replaces `file` by a backup, for whoever has the daemon's lock. What was there is kept under another name. A backup that is
 * damaged, newer or not ours is refused, and nothing is changed.
 */
export function restoreDatabase(from: string, file: string, now: Date): Restored {
  if (existsSync(file) && existsSync(from) && realpathSync(from) === realpathSync(file))
    throw invalidOption("file", "a backup", "the database itself");
  inspectDatabase(from);
  const fresh = `${file}.restoring`;
  rmSync(fresh, { force: true });
  const backup = Database.openForReading(from);
  try {
    const { problems, sessions, events } = checkDatabase(backup);
    if (problems.length > 0) throw unusable(from, "damaged", `is damaged (${problems[0]}): restore another backup`);
    // A copy made by SQLite: what is in a log beside the backup is in it.
    backupDatabase(backup, fresh);
    return { sessions, events, replaced: replace(fresh, file, now) };
  } finally {
    backup.close();
    rmSync(fresh, { force: true });
  }
}

/** The file goes first: a log without it is refused, the file without its log would lose what is in that. */
function replace(fresh: string, file: string, now: Date): string | undefined {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const replaced = `${file}.replaced-${stamp}`;
  const hadFile = existsSync(file);
  for (const suffix of ["", "-wal", markSuffix])
    if (existsSync(file + suffix)) renameSync(file + suffix, replaced + suffix);
  for (const suffix of ["-shm", "-journal"]) rmSync(file + suffix, { force: true });
  renameSync(fresh, file);
  return hadFile ? replaced : undefined;
}
