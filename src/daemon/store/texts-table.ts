import type { Db } from "./database.ts";

/** Makes a text findable: a prompt or a final answer of a session. */
export function addText(db: Db, session: string, text: string): void {
  const sql = "INSERT INTO texts (session, text) VALUES ((SELECT number FROM sessions WHERE id = ?), ?)";
  db.statement(sql).run(session, text);
}
