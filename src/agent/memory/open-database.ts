import { closeSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "../../files/make-folder.ts";
import { guarded, unusable } from "./database-failure.ts";
import { applicationId, migrations } from "./migrations.ts";

/**
 * The database in `file`, made if it is not there and brought up to date.
 * One that is not ours, newer or damaged is refused and stays as it is.
 */
export function openDatabase(file: string, { busyTimeoutMs }: { busyTimeoutMs: number }): DatabaseSync {
  const deadline = performance.now() + busyTimeoutMs;
  return guarded(file, () => {
    for (;;) {
      try {
        return opened(file, busyTimeoutMs);
      } catch (error) {
        // Of two that give a new file its log at once, SQLite lets one fail at once: they would wait for each other.
        if (!isBusy(error) || performance.now() >= deadline) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
      }
    }
  });
}

const retryMs = 10;
const busy = 5;

function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === busy;
}

function opened(file: string, timeout: number): DatabaseSync {
  if (file !== inMemory && sizeOf(file) > 0) inspect(file, timeout);
  const database = new DatabaseSync(file, { timeout });
  try {
    database.exec(pragmas);
    migrate(database, file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const inMemory = ":memory:";

// FULL: with NORMAL kill -9 would lose nothing either, but a power cut might lose turns that
// were told as finished. It costs about a millisecond per append.
const pragmas = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
`;

/** Makes the file if it is not there. */
function sizeOf(file: string): number {
  makeFolder(dirname(file), 0o700);
  // SQLite gives the files beside it the mode of this one.
  closeSync(openSync(file, "a", 0o600));
  const { size } = statSync(file);
  // SQLite would take what is shorter than its header for empty, and write over it.
  if (size > 0 && size < headerBytes) throw unusable(file, "damaged", "is no database: choose another with --db");
  return size;
}

const headerBytes = 100;

function inspect(file: string, timeout: number): void {
  try {
    // Read-only, since the last writer to close a database writes its log into it.
    check(new DatabaseSync(file, { readOnly: true, timeout }), file);
  } catch (error) {
    // Its writer was killed before there was a log: only a writer can undo what that one began.
    if ((error as { errcode?: number }).errcode !== readOnlyRollback) throw error;
    check(new DatabaseSync(file, { timeout }), file);
  }
}

const readOnlyRollback = 776;

function check(database: DatabaseSync, file: string): void {
  try {
    // One moment for both looks: another process may be making it just now.
    database.exec("BEGIN");
    const isOurs = number(database, "PRAGMA application_id") === applicationId;
    if (!isOurs && number(database, "SELECT count(*) FROM sqlite_schema") > 0) {
      throw unusable(file, "foreign", "is a database of another program: choose another with --db");
    }
    checkVersion(database, file);
  } finally {
    database.close();
  }
}

function migrate(database: DatabaseSync, file: string): void {
  if (checkVersion(database, file) === migrations.length) return;
  database.exec("BEGIN IMMEDIATE");
  // Again: another process may have done it while this one waited for the lock.
  const version = checkVersion(database, file);
  for (const migration of migrations.slice(version)) database.exec(migration);
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}; COMMIT`);
}

function checkVersion(database: DatabaseSync, file: string): number {
  const version = number(database, "PRAGMA user_version");
  if (version <= migrations.length) return version;
  const what = `has version ${version}, and this Bridle knows ${migrations.length}`;
  throw unusable(file, "newer", `${what}: update Bridle, or choose another with --db`);
}

function number(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
}
