import type { Database } from "./database.ts";
import { eventKey } from "./events-table.ts";

/** What is kept. Undefined: everything. */
export interface RetentionPolicy {
  readonly maxAgeMs?: number | undefined;
  /** Of the database, without the room that is free in it. */
  readonly maxBytes?: number | undefined;
}

/** A closed session that is to go, as long as nobody touched it since. */
export interface Outdated {
  readonly id: string;
  readonly updatedMs: number;
}

/** Which closed sessions are too old, or too many: the longest untouched first. Those that are not closed stay, whatever their age. */
export function planRetention(database: Database, policy: RetentionPolicy, nowMs: number): Outdated[] {
  const { maxAgeMs, maxBytes } = policy;
  const beforeMs = maxAgeMs === undefined ? Number.NEGATIVE_INFINITY : nowMs - maxAgeMs;
  let excess = maxBytes === undefined ? 0 : usedBytes(database) - maxBytes;
  const outdated: Outdated[] = [];
  for (const { id, number, updatedMs } of closedSessions(database)) {
    if (updatedMs >= beforeMs && excess <= 0) break;
    outdated.push({ id, updatedMs });
    if (excess > 0) excess -= bytesOf(database, number);
  }
  return outdated;
}

interface Closed extends Outdated {
  readonly number: number;
}

function closedSessions(database: Database): Closed[] {
  const sql =
    "SELECT id, number, updated_ms AS updatedMs FROM sessions WHERE state = 'closed' ORDER BY updated_ms, number";
  return database.statement(sql).all() as unknown as Closed[];
}

/** About what goes with a session. Its texts are in the index, too. */
function bytesOf(database: Database, session: number): number {
  const events = database.statement(
    "SELECT coalesce(sum(length(data)), 0) + count(*) * ? AS bytes FROM events WHERE key > ? AND key < ?",
  );
  const texts = database.statement("SELECT coalesce(sum(length(text)), 0) * 2 AS bytes FROM texts WHERE session = ?");
  const found = [events.get(rowBytes, eventKey(session, 0), eventKey(session + 1, 0)), texts.get(session)];
  return found.reduce((sum, row) => sum + Number(row?.bytes), 0);
}

/** About what a row takes in addition to its data. */
const rowBytes = 16;

function usedBytes(database: Database): number {
  const pages = database.number("PRAGMA page_count") - database.number("PRAGMA freelist_count");
  return pages * database.number("PRAGMA page_size");
}
