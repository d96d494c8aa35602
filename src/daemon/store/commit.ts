import type { Database, Db } from "./database.ts";
import { failureKind } from "./database-failure.ts";

/** Something to be stored. It may run several times, and only the last time counts. */
export type Work = (db: Db) => void;

/**
 * Runs all in one transaction, in order. Gives what those threw that failed for a reason of their own, by their
 * place: what they did is undone, the others are stored. Throws, with nothing stored, when the disk or file fails.
 */
export function commit(database: Database, works: readonly Work[]): ReadonlyMap<number, unknown> {
  try {
    transaction(database, () => {
      for (const work of works) work(database);
    });
    return none;
  } catch (error) {
    if (failureKind(error) !== "other") throw error;
  }
  // Rare, so that all others need no savepoints.
  return commitApart(database, works);
}

const none: ReadonlyMap<number, unknown> = new Map();

function commitApart(database: Database, works: readonly Work[]): ReadonlyMap<number, unknown> {
  const failures = new Map<number, unknown>();
  transaction(database, () => {
    for (const [place, work] of works.entries()) {
      database.connection.exec("SAVEPOINT work");
      try {
        work(database);
      } catch (error) {
        if (failureKind(error) !== "other") throw error;
        failures.set(place, error);
        database.connection.exec("ROLLBACK TO work");
      }
      database.connection.exec("RELEASE work");
    }
  });
  return failures;
}

function transaction(database: Database, action: () => void): void {
  database.statement("BEGIN IMMEDIATE").run();
  try {
    action();
    database.statement("COMMIT").run();
  } finally {
    if (database.connection.isTransaction) database.connection.exec("ROLLBACK");
  }
}
