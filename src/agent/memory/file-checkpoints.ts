import type { Database } from "./database.ts";

/** A file as it was before a prompt. */
interface KeptFile {
  readonly path: string;
  /** Null: there was none. */
  readonly content: Uint8Array | null;
  readonly mode: number;
  /** Its content was too long to be kept. */
  readonly isLeftOut: boolean;
}

/** Where what a file was before a prompt is kept. */
export interface WrittenFile extends Pick<KeptFile, "path" | "isLeftOut"> {
  readonly checkpoint: number;
}

/** As many prompts of a session can be gone back to. */
const maxCheckpoints = 100;

/** What files were before the tools of each prompt wrote to them. */
export class FileCheckpoints {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** A prompt that files can be taken back to, from now on. Twice is once. */
  begin(session: string, prompt: string): void {
    this.#database.write(() => {
      const sql = "INSERT OR IGNORE INTO checkpoints (session_id, prompt, at_ms) VALUES (?, ?, ?)";
      const { changes } = this.#database.run(sql, session, prompt, Date.now());
      if (changes === 0) return;
      const old = `DELETE FROM checkpoints WHERE session_id = ?1 AND key NOT IN (
        SELECT key FROM checkpoints WHERE session_id = ?1 ORDER BY key DESC LIMIT ${maxCheckpoints})`;
      this.#database.run(old, session);
    });
  }

  /** Is the file kept since the newest prompt? Then what it is now is that prompt's own doing. */
  has(session: string, path: string): boolean {
    const sql = `SELECT 1 FROM checkpoint_files WHERE path = ? AND checkpoint = (
      SELECT max(key) FROM checkpoints WHERE session_id = ?)`;
    return this.#database.get(sql, path, session) !== undefined;
  }

  keep(session: string, { path, content, mode, isLeftOut }: KeptFile): void {
    const sql = `INSERT OR IGNORE INTO checkpoint_files (checkpoint, path, content, mode, left_out)
      SELECT max(key), ?, ?, ?, ? FROM checkpoints WHERE session_id = ? HAVING max(key) IS NOT NULL`;
    this.#database.write(() => this.#database.run(sql, path, content, mode, Number(isLeftOut), session));
  }

  /** Every file that was written since a prompt; undefined: there is no such prompt. */
  since(session: string, prompt: string): WrittenFile[] | undefined {
    const found = "SELECT key FROM checkpoints WHERE session_id = ? AND prompt = ?";
    const key = this.#database.get<{ key: number }>(found, session, prompt)?.key;
    if (key === undefined) return undefined;
    const sql = `SELECT path, left_out AS leftOut, min(checkpoint) AS checkpoint FROM checkpoint_files
      WHERE checkpoint IN (SELECT key FROM checkpoints WHERE session_id = ? AND key >= ?) GROUP BY path ORDER BY path`;
    type Row = { readonly path: string; readonly leftOut: number; readonly checkpoint: number };
    const rows = this.#database.all<Row>(sql, session, key);
    return rows.map(({ path, leftOut, checkpoint }) => ({ path, isLeftOut: leftOut === 1, checkpoint }));
  }

  /** One file as it was: the contents of all of them may be more than fits into memory. */
  kept({ path, checkpoint }: WrittenFile): Pick<KeptFile, "content" | "mode"> {
    const sql = "SELECT content, mode FROM checkpoint_files WHERE checkpoint = ? AND path = ?";
    const row = this.#database.get<Pick<KeptFile, "content" | "mode">>(sql, checkpoint, path);
    // Only the oldest prompts are forgotten, and only when another one begins.
    if (row === undefined) throw new Error(`what ${path} was is no longer kept`);
    return row;
  }
}
