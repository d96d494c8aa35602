import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** A changing call that was made, and what it was answered. */
export interface CallRow {
  /** Made by the client. */
  readonly id: string;
  readonly method: string;
  readonly requestDigest: string;
  readonly answer: Uint8Array;
  readonly madeMs: number;
  /** The id of the session the answer is about: it is erased with it. Empty: of none, or of one that is deleted by this call. */
  readonly session: string;
}

export function getCall(id: string): Query<CallRow | undefined> {
  const sql = `SELECT id, method, request_digest AS requestDigest, answer, made_ms AS madeMs, session
    FROM calls WHERE id = ?`;
  return makeQuery((db) => db.statement(sql).get(id) as unknown as CallRow | undefined);
}

export function putCall({ id, method, requestDigest, answer, madeMs, session }: CallRow): Work {
  const sql = `INSERT INTO calls (id, method, request_digest, answer, made_ms, session) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET answer = excluded.answer`;
  return makeWork((db) => void db.statement(sql).run(id, method, requestDigest, answer, madeMs, session));
}

/** Forgets calls made before a time, at most `limit` at once; how many there were. */
export function pruneCalls(beforeMs: number, limit = 1000): Work<number> {
  const sql = "DELETE FROM calls WHERE id IN (SELECT id FROM calls WHERE made_ms < ? ORDER BY made_ms LIMIT ?)";
  return makeWork((db) => Number(db.statement(sql).run(beforeMs, limit).changes));
}
