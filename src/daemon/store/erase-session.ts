import { setImmediate } from "node:timers/promises";
import { deleteEvents } from "./events-table.ts";
import { makeQuery, makeWork } from "./make-work.ts";
import type { Store } from "./store.ts";
import { type Query, together, type Work } from "./work.ts";

/** The session is gone for everybody; its events and texts are still to be erased. False: there is none. */
export function beginErasing(session: string, also: Work = together()): Work<boolean> {
  return makeWork((db) => {
    also(db);
    const row = db.statement("SELECT number FROM sessions WHERE id = ?").get(session) as { number: number } | undefined;
    if (row === undefined) return false;
    for (const table of ["asks", "prompts", "agents", "usage", "agent_facts", "audited_folders", "notices"]) {
      db.statement(`DELETE FROM ${table} WHERE session = ?`).run(row.number);
    }
    db.statement("DELETE FROM spent WHERE whose = 'session' AND name = ?").run(session);
    db.statement("DELETE FROM calls WHERE session = ? AND session <> ''").run(session);
    db.statement("INSERT INTO erasing (session) VALUES (?)").run(row.number);
    db.statement("DELETE FROM sessions WHERE number = ?").run(row.number);
    return true;
  });
}

/** Erases what is left of deleted sessions, in pieces between which others write; then the log's file is emptied. */
export async function eraseDeleted(store: Store): Promise<void> {
  const sessions = store.read(halfErased());
  if (sessions.length === 0) return;
  for (const session of sessions) {
    while (await store.write(erasePiece(session))) await setImmediate();
  }
  await store.hold(() => store.reader.checkpoint("TRUNCATE"));
}

function halfErased(): Query<number[]> {
  return makeQuery((db) => {
    const rows = db.statement("SELECT session FROM erasing").all();
    return rows.map(({ session }) => Number(session));
  });
}

/** Raises the first number that is kept, by at most a piece. The number it is now. */
export function trimPiece(session: string, first: number): Work<number> {
  return makeWork((db) => {
    const row = db
      .statement("SELECT number, first_seq AS first, last_seq AS last FROM sessions WHERE id = ?")
      .get(session) as { number: number; first: number; last: number } | undefined;
    if (row === undefined) return first;
    const to = Math.max(row.first, Math.min(first, row.first + pieceRows, row.last + 1));
    deleteEvents(db, row.number, to, pieceRows);
    db.statement("UPDATE sessions SET first_seq = ? WHERE number = ?").run(to, row.number);
    return to;
  });
}

/** False: nothing was left. */
function erasePiece(session: number): Work<boolean> {
  const texts = "DELETE FROM texts WHERE number IN (SELECT number FROM texts WHERE session = ? LIMIT ?)";
  return makeWork((db) => {
    const erased =
      deleteEvents(db, session, 2 ** 32, pieceRows) + Number(db.statement(texts).run(session, pieceTexts).changes);
    if (erased > 0) return true;
    db.statement("DELETE FROM erasing WHERE session = ?").run(session);
    return false;
  });
}

const pieceRows = 500;
const pieceTexts = 20;
