import type { Database } from "./database.ts";
import { failureKind } from "./database-failure.ts";
import type { Work } from "./work.ts";

/** What became of one work: what it gave, or what it threw. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/**
 * Runs all in one transaction, in order. A work that fails for a reason of its own is undone as a whole, the others are
 * stored. Throws, with nothing stored, when the disk or file fails.
 */
export function commit(database: Database, works: readonly Work<unknown>[]): readonly Outcome[] {
  try {
    return transaction(database, () => works.map((work) => ({ value: work(database) })));
  } catch (error) {
    if (failureKind(error) !== "other") throw error;
  }
  // Rare, so that all others need no savepoints.
  return transaction(database, () => works.map((work) => runInSavepoint(database, work)));
}

function runInSavepoint(database: Database, work: Work<unknown>): Outcome {
  database.connection.exec("SAVEPOINT work");
  let outcome: Outcome;
  try {
    outcome = { value: work(database) };
  } catch (error) {
    if (failureKind(error) !== "other") throw error;
    outcome = { error };
    database.connection.exec("ROLLBACK TO work");
  }
  database.connection.exec("RELEASE work");
  return outcome;
}

function transaction<T>(database: Database, action: () => T): T {
  database.statement("BEGIN IMMEDIATE").run();
  try {
    const value = action();
    database.statement("COMMIT").run();
    return value;
  } finally {
    if (database.connection.isTransaction) database.connection.exec("ROLLBACK");
  }
}
