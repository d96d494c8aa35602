import { backupDatabase } from "./backup-database.ts";
import { type CheckReport, checkDatabase } from "./check-database.ts";
import { Database } from "./database.ts";
import { inspectDatabase } from "./open-database.ts";
import type { Query } from "./work.ts";

// For commands: while a daemon runs or without one, and nothing is changed. All throw `unusable_database`.

export function readDatabaseFile<T>(file: string, query: Query<T>): T {
  return reading(file, query);
}

/** As `checkDatabase`. */
export function checkDatabaseFile(file: string): CheckReport {
  return reading(file, checkDatabase);
}

/** The first damage that SQLite finds without comparing what is stored twice; undefined: none. */
export function quickCheck(file: string): string | undefined {
  const row = reading(file, (database) => database.statement("PRAGMA quick_check(1)").get());
  const found = String(Object.values(row ?? {})[0]);
  return found === "ok" ? undefined : found;
}

/** As `backupDatabase`. */
export function backupDatabaseFile(file: string, to: string): void {
  reading(file, (database) => backupDatabase(database, to));
}

function reading<T>(file: string, read: (database: Database) => T): T {
  inspectDatabase(file);
  const database = Database.openForReading(file);
  try {
    return read(database);
  } finally {
    database.close();
  }
}
