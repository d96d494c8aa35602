import type { Database } from "./database.ts";
import { batchHead, encodeBatch } from "./event-batch.ts";
import { eventKey } from "./events-table.ts";

export interface PageRequest {
  readonly session: string;
  readonly after: number;
  /** The last number that may be read. */
  readonly upTo: number;
  readonly maxBytes: number;
}

/** Stored events in a row, as an encoded `EventBatch`. */
export interface EventPage {
  readonly first: number;
  readonly last: number;
  readonly bytes: Uint8Array;
}

/** Events after a number, up to about `maxBytes` and at least one; undefined where there is none. */
export function readPage(database: Database, { session, after, upTo, maxBytes }: PageRequest): EventPage | undefined {
  const number = database.statement("SELECT number FROM sessions WHERE id = ?").get(session)?.number;
  if (typeof number !== "number") return undefined;
  const rows = database
    .statement("SELECT key, data FROM events WHERE key > ? AND key <= ? ORDER BY key")
    .iterate(eventKey(number, after), eventKey(number, upTo));
  const events: Uint8Array[] = [];
  let first = 0;
  let length = 0;
  for (const row of rows) {
    const { key, data } = row as unknown as { key: number; data: Uint8Array };
    const seq = key - eventKey(number, 0);
    if (events.length === 0) first = seq;
    // What lies behind a hole is not what comes next.
    else if (seq !== first + events.length || length + data.length > maxBytes) break;
    events.push(data);
    length += data.length;
  }
  if (events.length === 0) return undefined;
  return { first, last: first + events.length - 1, bytes: encodeBatch(batchHead(session), events) };
}
