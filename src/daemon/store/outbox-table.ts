import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** Bytes for an agent, by the offset of the first one in the agent's whole input. */
export interface OutboxRow {
  readonly at: number;
  readonly data: Uint8Array;
}

export function addToOutbox(agent: string, at: number, data: Uint8Array): Work {
  const sql = "INSERT INTO outbox (agent, at, data) VALUES (?, ?, ?)";
  return makeWork((db) => void db.statement(sql).run(agent, at, data));
}

/** Forgets what ends at or before an offset: the holder has it. */
export function removeFromOutboxBelow(agent: string, to: number): Work {
  const sql = "DELETE FROM outbox WHERE agent = ? AND at + length(data) <= ?";
  return makeWork((db) => void db.statement(sql).run(agent, to));
}

/** In the order of the input. */
export function outboxOf(agent: string): Query<OutboxRow[]> {
  const sql = "SELECT at, data FROM outbox WHERE agent = ? ORDER BY at";
  return makeQuery((db) => db.statement(sql).all(agent) as unknown as OutboxRow[]);
}
