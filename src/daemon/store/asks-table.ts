import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** A tool use or question that waits, or waited, for a person. */
export interface AskRow {
  readonly id: string;
  /** The id of its session. */
  readonly session: string;
  /** The process that waits for the answer, and its request; empty: none does. */
  readonly agent: string;
  readonly requestId: string;
  readonly open: boolean;
  readonly createdMs: number;
  /** An encoded `Ask`. */
  readonly ask: Uint8Array;
}

/** Adds it, or replaces what changes of one: who waits for it, `open` and `ask`. */
export function putAsk({ id, session, agent, requestId, open, createdMs, ask }: AskRow): Work {
  const sql = `INSERT INTO asks (id, session, agent, request_id, open, created_ms, ask)
    VALUES (?, (SELECT number FROM sessions WHERE id = ?), ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET agent = excluded.agent, request_id = excluded.request_id,
      open = excluded.open, ask = excluded.ask`;
  return makeWork((db) => void db.statement(sql).run(id, session, agent, requestId, Number(open), createdMs, ask));
}

export function getAsk(id: string): Query<AskRow | undefined> {
  return makeQuery((db) => {
    const row = db.statement(`${select} WHERE asks.id = ?`).get(id);
    return row === undefined ? undefined : askOf(row);
  });
}

/** Of one session, the oldest first. */
export function openAsksOf(session: string): Query<AskRow[]> {
  const sql = `${select} WHERE open = 1 AND asks.session = (SELECT number FROM sessions WHERE id = ?)
    ORDER BY asks.created_ms, asks.rowid`;
  return makeQuery((db) => db.statement(sql).all(session).map(askOf));
}

const select = `SELECT asks.id, sessions.id AS session, asks.agent, request_id AS requestId, open,
  asks.created_ms AS createdMs, ask FROM asks JOIN sessions ON sessions.number = asks.session`;

function askOf(row: object): AskRow {
  const { open, ...rest } = row as Omit<AskRow, "open"> & { open: number };
  return { ...rest, open: open === 1 };
}
