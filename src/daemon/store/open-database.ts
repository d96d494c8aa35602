import { closeSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isBridleError } from "../../errors.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { Database } from "./database.ts";
import { openFailure, repairAdvice, unusable } from "./database-failure.ts";
import { alignMark, checkMark } from "./file-mark.ts";
import { applicationId, migrations } from "./migrations.ts";

/** "process": nothing is lost by kill -9. "power": nor by a power cut, for a sync of the disk per commit. */
type Durability = "process" | "power";

export interface OpenOptions {
  readonly durability?: Durability;
}

/**
 * The database in `file` for its one writer, made if it is not there and brought up to date.
 * One that is not ours, newer, damaged or beside another's log is refused with `unusable_database` and stays as it is.
 */
export function openDatabase(file: string, { durability = "process" }: OpenOptions = {}): Database {
  try {
    checkMark(file);
    const exists = makeFile(file) > 0;
    if (exists) inspect(file);
    return prepare(file, durability);
  } catch (error) {
    throw isBridleError(error) ? error : openFailure(file, error);
  }
}

/** Throws `unusable_database` for a file that is missing, not ours, newer, beside another's log or clearly damaged. Changes nothing. */
export function inspectDatabase(file: string): void {
  try {
    checkSize(file, statSync(file).size);
    checkMark(file);
    inspect(file);
  } catch (error) {
    throw isBridleError(error) ? error : openFailure(file, error);
  }
}

function prepare(file: string, durability: Durability): Database {
  const connection = new DatabaseSync(file, { timeout: openTimeoutMs });
  try {
    // No automatic checkpoint: the worker does them, here one would hold up the loop.
    connection.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${durability === "power" ? "FULL" : "NORMAL"};
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
    `);
    alignMark(connection, file);
    migrate(connection, file);
    return new Database(file, connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

const openTimeoutMs = 3000;

/** Makes the file if it is not there; its size. */
function makeFile(file: string): number {
  makeFolder(dirname(file), 0o700);
  // SQLite gives the files beside it the mode of this one.
  closeSync(openSync(file, "a", 0o600));
  const { size } = statSync(file);
  if (size > 0) checkSize(file, size);
  return size;
}

function checkSize(file: string, size: number): void {
  // SQLite would take what is shorter than its header for empty, and write over it.
  if (size < headerBytes) throw unusable(file, "damaged", `is no database: ${repairAdvice}`);
}

const headerBytes = 100;

/**
 * What can be seen at once, however large the file is: whose it is, its version, the first row of each table, and (SQLite does
 * that) whether its end is missing. A look at every page is for `checkDatabase`; kill -9 makes none necessary.
 */
function inspect(file: string): void {
  try {
    // Read-only, since the last writer to close a database writes its log into it.
    inspectWith(new DatabaseSync(file, { readOnly: true, timeout: openTimeoutMs }), file);
  } catch (error) {
    // Its writer was killed before there was a log: only a writer can undo what that one began.
    if ((error as { errcode?: number }).errcode !== readOnlyRollback) throw error;
    inspectWith(new DatabaseSync(file, { timeout: openTimeoutMs }), file);
  }
}

const readOnlyRollback = 776;

function inspectWith(connection: DatabaseSync, file: string): void {
  try {
    const isOurs = number(connection, "PRAGMA application_id") === applicationId;
    if (!isOurs && number(connection, "SELECT count(*) FROM sqlite_schema") > 0) {
      throw unusable(file, "foreign", "is a database of another program: choose another folder with --home");
    }
    checkVersion(connection, file);
    lookAtTables(connection);
  } finally {
    connection.close();
  }
}

/** A daemon reads little at its start: that the way into a table is gone would be seen when somebody needs it. */
function lookAtTables(connection: DatabaseSync): void {
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").all();
  for (const { name } of tables) connection.prepare(`SELECT 1 FROM "${name}" NOT INDEXED LIMIT 1`).get();
}

function migrate(connection: DatabaseSync, file: string): void {
  for (let version = checkVersion(connection, file); version < migrations.length; version += 1) {
    connection.exec("BEGIN IMMEDIATE");
    connection.exec(migrations[version] ?? "");
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version + 1}; COMMIT`);
  }
}

function checkVersion(connection: DatabaseSync, file: string): number {
  const version = number(connection, "PRAGMA user_version");
  if (version <= migrations.length) return version;
  const what = `has version ${version}, and this Bridle knows ${migrations.length}`;
  throw unusable(file, "newer", `${what}: update Bridle, or choose another folder with --home`);
}

function number(connection: DatabaseSync, sql: string): number {
  return Number(Object.values(connection.prepare(sql).get() ?? {})[0]);
}
