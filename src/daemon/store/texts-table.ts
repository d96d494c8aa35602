import type { Db } from "./database.ts";

/** Makes a text findable: a prompt or a final answer of a session; `seq` is the event that has it. */
export function addText(db: Db, session: string, text: string, seq: number): void {
  const sql = "INSERT INTO texts (session, text, seq) VALUES ((SELECT number FROM sessions WHERE id = ?), ?, ?)";
  db.statement(sql).run(session, text, seq);
}

/** The same as work for a transaction. */
export const textAdded =
  (session: string, text: string, seq: number) =>
  (db: Db): void =>
    addText(db, session, text, seq);
