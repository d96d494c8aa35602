import type { Db } from "./database.ts";
import type { Query, Work } from "./work.ts";

/** For the tables of this folder. It may run several times. */
export function makeWork<T>(run: (db: Db) => T): Work<T> {
  return run as Work<T>;
}

/** For the tables of this folder. */
export function makeQuery<T>(run: (db: Db) => T): Query<T> {
  return run as Query<T>;
}
