import type { Database } from "./database.ts";
import { eventKey } from "./events-table.ts";

/** What is kept. Undefined: everything. */
export interface RetentionPolicy {
  readonly maxAgeMs?: number;
  /** Of the database, without the room that is free in it. */
  readonly maxBytes?: number;
}

/** Events of a session before `first` go. */
export interface Trim {
  readonly session: string;
  readonly first: number;
}

/** Which events are too old, or too many. The oldest of the sessions that changed least recently go first. */
export function planRetention(database: Database, policy: RetentionPolicy, nowMs: number): Trim[] {
  const trims = new Map<string, number>();
  if (policy.maxAgeMs !== undefined) tooOld(database, nowMs - policy.maxAgeMs, trims);
  if (policy.maxBytes !== undefined) {
    const excess = usedBytes(database) - policy.maxBytes;
    if (excess > 0) tooMany(database, excess, trims);
  }
  return [...trims].map(([session, first]) => ({ session, first }));
}

interface Kept {
  readonly id: string;
  readonly number: number;
  readonly first: number;
  readonly last: number;
}

function keptSessions(database: Database): Kept[] {
  const sql = `SELECT id, number, first_seq AS first, last_seq AS last FROM sessions
    WHERE last_seq >= first_seq ORDER BY updated_ms, number`;
  return database.statement(sql).all() as unknown as Kept[];
}

function tooOld(database: Database, beforeMs: number, trims: Map<string, number>): void {
  // The first that is young enough: what comes after it stays, whatever the clock did.
  const young = database.statement(
    "SELECT seq FROM events WHERE key > ? AND key < ? AND time_ms >= ? ORDER BY key LIMIT 1",
  );
  for (const { id, number, first, last } of keptSessions(database)) {
    const found = young.get(eventKey(number, 0), eventKey(number + 1, 0), beforeMs) as { seq: number } | undefined;
    const keep = found?.seq ?? last + 1;
    if (keep > first) trims.set(id, keep);
  }
}

function tooMany(database: Database, excess: number, trims: Map<string, number>): void {
  const sizes = database.statement(
    "SELECT seq, length(data) AS bytes FROM events WHERE key >= ? AND key < ? ORDER BY key",
  );
  let left = excess;
  for (const { id, number, first, last } of keptSessions(database)) {
    let keep = first;
    for (const row of sizes.iterate(eventKey(number, first), eventKey(number + 1, 0))) {
      if (left <= 0) break;
      const { seq, bytes } = row as unknown as { seq: number; bytes: number };
      // What age takes counts too.
      left -= bytes + rowBytes;
      keep = seq + 1;
    }
    keep = Math.max(Math.min(keep, last + 1), trims.get(id) ?? 0);
    if (keep > first) trims.set(id, keep);
    if (left <= 0) return;
  }
}

/** About what a row takes beside its data. */
const rowBytes = 16;

function usedBytes(database: Database): number {
  const pages = database.number("PRAGMA page_count") - database.number("PRAGMA freelist_count");
  return pages * database.number("PRAGMA page_size");
}
