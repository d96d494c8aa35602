import type { Database } from "./database.ts";

/** The beginning of a conversation as the model sees it from some moment on. The messages themselves stay. */
interface Compaction {
  /** The number of the last message that `opening` stands for. */
  readonly through: number;
  readonly opening: string;
}

export class Compactions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  keep(sessionId: string, { through, opening }: Compaction): void {
    const sql = `
      INSERT INTO compactions (session, through, opening, at_ms)
      SELECT key, ?, ?, ? FROM sessions WHERE id = ?`;
    this.#database.write(() => this.#database.run(sql, through, opening, Date.now(), sessionId));
  }

  newest(sessionId: string): Compaction | undefined {
    const sql = `
      SELECT through, opening FROM compactions JOIN sessions ON sessions.key = compactions.session
      WHERE sessions.id = ? ORDER BY compactions.key DESC LIMIT 1`;
    return this.#database.get<Compaction>(sql, sessionId);
  }

  /** Within the transaction that took messages back: those whose boundary is gone go, too. */
  rewind(session: number): void {
    const sql = `
      DELETE FROM compactions WHERE session = ?1 AND key NOT IN (
        SELECT key FROM compactions WHERE session = ?1 ORDER BY key LIMIT (
          SELECT count(*) FROM messages WHERE session = ?1 AND json_extract(line, '$.subtype') = 'compact_boundary'
        )
      )`;
    this.#database.run(sql, session);
  }

  /** Within the transaction that copied the messages up to `end`: the newest that stands for copied ones only. */
  copy(from: number, to: number, end: number): void {
    const newest = "SELECT * FROM compactions WHERE session = ? AND through <= ? ORDER BY key DESC LIMIT 1";
    const found = this.#database.get<Compaction & { at_ms: number }>(newest, from, end);
    if (found === undefined) return;
    // A message has another number in its copy, and the same place.
    const count = "SELECT count(*) AS position FROM messages WHERE session = ? AND number <= ?";
    const position = Number(this.#database.get(count, from, found.through)?.position);
    const insert = `
      INSERT INTO compactions (session, through, opening, at_ms)
      SELECT ?, number, ?, ? FROM messages WHERE session = ? ORDER BY number LIMIT 1 OFFSET ?`;
    this.#database.run(insert, to, found.opening, found.at_ms, to, position - 1);
  }
}
