import type { Db } from "./database.ts";

/** A device that is told by Web Push. */
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
  readonly toldMs: number;
  readonly sentMs: number;
  readonly failure: string;
}

/** Adds it, or replaces all of it. */
export function putPush(db: Db, row: PushRow): void {
  const sql = `INSERT INTO push_subscriptions
    (id, endpoint, p256dh, auth, name, owner, asks, ends, failures, content, created_ms, told_ms, sent_ms, failure)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
      name = excluded.name, owner = excluded.owner, asks = excluded.asks, ends = excluded.ends,
      failures = excluded.failures, content = excluded.content, told_ms = excluded.told_ms,
      sent_ms = excluded.sent_ms, failure = excluded.failure`;
  const { id, endpoint, p256dh, auth, name, owner, asks, ends, failures, content } = row;
  const switches = [asks, ends, failures, content].map(Number);
  const { createdMs, toldMs, sentMs, failure } = row;
  db.statement(sql).run(id, endpoint, p256dh, auth, name, owner, ...switches, createdMs, toldMs, sentMs, failure);
}

export function removePush(db: Db, id: string): void {
  db.statement("DELETE FROM push_subscriptions WHERE id = ?").run(id);
}

export function getPush(db: Db, id: string): PushRow | undefined {
  const row = db.statement(`${select} WHERE id = ?`).get(id);
  return row === undefined ? undefined : pushOf(row);
}

export function pushByEndpoint(db: Db, endpoint: string): PushRow | undefined {
  const row = db.statement(`${select} WHERE endpoint = ?`).get(endpoint);
  return row === undefined ? undefined : pushOf(row);
}

/** The oldest first. */
export function allPushes(db: Db): PushRow[] {
  return db.statement(`${select} ORDER BY created_ms, id`).all().map(pushOf);
}

const select = `SELECT id, endpoint, p256dh, auth, name, owner, asks, ends, failures, content, created_ms AS createdMs,
  told_ms AS toldMs, sent_ms AS sentMs, failure FROM push_subscriptions`;

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
