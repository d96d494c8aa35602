import type { Db } from "./database.ts";

/** Bytes for an agent, by the place of the first one in the agent's whole input. */
export interface OutboxRow {
  readonly at: number;
  readonly data: Uint8Array;
}

export function addToOutbox(db: Db, agent: string, at: number, data: Uint8Array): void {
  db.statement("INSERT INTO outbox (agent, at, data) VALUES (?, ?, ?)").run(agent, at, data);
}

/** Forgets what ends at or before a place: the holder has it. */
export function removeFromOutboxBelow(db: Db, agent: string, to: number): void {
  db.statement("DELETE FROM outbox WHERE agent = ? AND at + length(data) <= ?").run(agent, to);
}

/** In the order of the input. */
export function outboxOf(db: Db, agent: string): OutboxRow[] {
  return db.statement("SELECT at, data FROM outbox WHERE agent = ? ORDER BY at").all(agent) as unknown as OutboxRow[];
}
