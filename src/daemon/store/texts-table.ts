import { makeWork } from "./make-work.ts";
import type { Work } from "./work.ts";

/** Makes a text findable: a prompt or a final answer of a session; `seq` is the event that has it. */
export function addText(session: string, text: string, seq: number): Work {
  const sql = "INSERT INTO texts (session, text, seq) VALUES ((SELECT number FROM sessions WHERE id = ?), ?, ?)";
  return makeWork((db) => void db.statement(sql).run(session, text, seq));
}
