import type { SQLInputValue } from "node:sqlite";
import type { Db } from "./database.ts";
import { makeWork } from "./make-work.ts";
import { noSession, wrongSequence } from "./session-errors.ts";
import type { Work } from "./work.ts";

/** Where an event of a session, by its number, is in the table. Number 0 is before all of them. */
export function eventKey(session: number, seq: number): number {
  return session * 2 ** 32 + seq;
}

/** Adds encoded events behind `expected`, which must be the last one. Throws `not_found` or `wrong_sequence`. */
export function appendEvents(session: string, expected: number, events: readonly Uint8Array[]): Work {
  const timeMs = Date.now();
  return makeWork((db) => {
    const row = db
      .statement("UPDATE sessions SET last_seq = ? WHERE id = ? AND last_seq = ? RETURNING number")
      .get(expected + events.length, session, expected) as { number: number } | undefined;
    if (row === undefined) throw refusal(db, session, expected);
    insertEvents(db, row.number, expected + 1, timeMs, events);
  });
}

function refusal(db: Db, session: string, expected: number): Error {
  const found = db.statement("SELECT last_seq AS last FROM sessions WHERE id = ?").get(session);
  return found === undefined ? noSession(session) : wrongSequence(session, expected, Number(found.last));
}

/** Adds the encoded events `first`, `first + 1` … of a session, by its number. */
function insertEvents(db: Db, session: number, first: number, timeMs: number, events: readonly Uint8Array[]): void {
  const key = eventKey(session, first);
  let at = 0;
  while (at < events.length) {
    // Several rows per statement: a call into SQLite costs about as much as a row.
    const rows = events.length - at >= rowsAtOnce ? rowsAtOnce : 1;
    const values: SQLInputValue[] = [];
    for (const to = at + rows; at < to; at += 1) values.push(key + at, timeMs, events[at] ?? null);
    db.statement(rows === 1 ? insertOne : insertMany).run(...values);
  }
}

const rowsAtOnce = 8;
const insertOf = (rows: number): string =>
  `INSERT INTO events (key, time_ms, data) VALUES ${Array(rows).fill("(?, ?, ?)")}`;
const insertOne = insertOf(1);
const insertMany = insertOf(rowsAtOnce);

/** Deletes the first events of a session that are before `before`, at most `limit`; how many there were. */
export function deleteEvents(db: Db, session: number, before: number, limit: number): number {
  const sql = `DELETE FROM events WHERE key IN (SELECT key FROM events WHERE key > ? AND key < ? ORDER BY key LIMIT ?)`;
  return Number(db.statement(sql).run(eventKey(session, 0), eventKey(session, before), limit).changes);
}
