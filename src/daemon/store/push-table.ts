import type { Db } from "./database.ts";
import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** A device that is notified by Web Push. */
export interface PushRow {
  readonly id: string;
  /** Where the push service takes messages for it: whoever knows it and the keys could send some. */
  readonly endpoint: string;
  readonly p256dh: Uint8Array;
  readonly auth: Uint8Array;
  readonly name: string;
  /** The token that made it. */
  readonly owner: string;
  readonly asks: boolean;
  readonly ends: boolean;
  readonly failures: boolean;
  readonly content: boolean;
  readonly createdMs: number;
  /** It knows of asks that were made up to then. */
  readonly notifiedMs: number;
  readonly sentMs: number;
  readonly failure: string;
}

/** Renews the first of these endpoints that is known, or adds one. What is stored with it may depend on the row. */
export function savePush(
  endpoints: readonly string[],
  rowOf: (known: PushRow | undefined) => PushRow,
  also: (row: PushRow) => Work,
): Work<PushRow> {
  return makeWork((db) => {
    const row = rowOf(pushByEndpoint(endpoints)(db));
    putPush(db, row);
    also(row)(db);
    return row;
  });
}

/** One that is gone stays so. */
export function updatePush(
  id: string,
  changes: Partial<Omit<PushRow, "id">>,
  also: (row: PushRow) => Work,
): Work<PushRow | undefined> {
  return makeWork((db) => {
    const known = db.statement(`${select} WHERE id = ?`).get(id);
    if (known === undefined) return undefined;
    const row = { ...pushOf(known), ...changes };
    putPush(db, row);
    also(row)(db);
    return row;
  });
}

/** Adds it, or replaces all of it. */
function putPush(db: Db, row: PushRow): void {
  const sql = `INSERT INTO push_subscriptions
    (id, endpoint, p256dh, auth, name, owner, asks, ends, failures, content, created_ms, told_ms, sent_ms, failure)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
      name = excluded.name, owner = excluded.owner, asks = excluded.asks, ends = excluded.ends,
      failures = excluded.failures, content = excluded.content, told_ms = excluded.told_ms,
      sent_ms = excluded.sent_ms, failure = excluded.failure`;
  const { id, endpoint, p256dh, auth, name, owner, asks, ends, failures, content } = row;
  const switches = [asks, ends, failures, content].map(Number);
  const { createdMs, notifiedMs, sentMs, failure } = row;
  db.statement(sql).run(id, endpoint, p256dh, auth, name, owner, ...switches, createdMs, notifiedMs, sentMs, failure);
}

export function removePush(id: string): Work {
  return makeWork((db) => void db.statement("DELETE FROM push_subscriptions WHERE id = ?").run(id));
}

/** The first of these that is known. */
export function pushByEndpoint(endpoints: readonly string[]): Query<PushRow | undefined> {
  return makeQuery((db) => {
    const statement = db.statement(`${select} WHERE endpoint = ?`);
    for (const endpoint of endpoints) {
      const row = statement.get(endpoint);
      if (row !== undefined) return pushOf(row);
    }
    return undefined;
  });
}

/** The oldest first. */
export function allPushes(): Query<PushRow[]> {
  return makeQuery((db) => db.statement(`${select} ORDER BY created_ms, id`).all().map(pushOf));
}

const select = `SELECT id, endpoint, p256dh, auth, name, owner, asks, ends, failures, content, created_ms AS createdMs,
  told_ms AS notifiedMs, sent_ms AS sentMs, failure FROM push_subscriptions`;

function pushOf(row: object): PushRow {
  const { asks, ends, failures, content, ...rest } = row as PushRow;
  return {
    ...rest,
    asks: Boolean(asks),
    ends: Boolean(ends),
    failures: Boolean(failures),
    content: Boolean(content),
  };
}
