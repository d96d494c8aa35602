import type { SQLOutputValue } from "node:sqlite";
import { makeQuery } from "../../../src/daemon/store/make-work.ts";
import type { Query } from "../../../src/daemon/store/work.ts";

/** All rows of a statement, for tests that look behind the tables' functions. */
export function sql(text: string): Query<{ readonly [column: string]: SQLOutputValue }[]> {
  return makeQuery((db) => db.statement(text).all());
}
