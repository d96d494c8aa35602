import { BridleError } from "../../errors.ts";
import type { Fields } from "../../wire/fields.ts";
import { Database } from "./database.ts";
import { type Entry, type EntryRow, entryRow, readEntry, type StoredEntry } from "./entry.ts";
import { readSummary, type SessionRow, type SessionSummary } from "./session-summary.ts";

export interface Conversation extends SessionSummary {
  readonly messages: readonly StoredEntry[];
}

export interface NewSession {
  readonly id: string;
  readonly cwd: string;
  readonly model?: string;
}

/**
 * What an agent remembers, in one SQLite file that several processes may use at once.
 * What a call kept is there when it returns, whatever happens to the process or the power.
 *
 * Every call is synchronous. A writer waits for another process for at most
 * `busyTimeoutMs`, then throws `busy`.
 */
export class Memory {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** `:memory:` keeps everything in this process only. Throws `unusable_database`. */
  static open(file: string, { busyTimeoutMs = 5_000 }: { busyTimeoutMs?: number } = {}): Memory {
    return new Memory(new Database(file, { busyTimeoutMs }));
  }

  get file(): string {
    return this.#database.file;
  }

  /** A new session, with its first messages if there are any. Throws `invalid_option` when the id is taken. */
  begin(session: NewSession, entries: readonly Entry[] = []): void {
    const rows = entries.map(entryRow);
    this.#database.write(() => this.#insert(this.#create(session), rows));
  }

  /** All of it is kept, or nothing. */
  append(id: string, entries: readonly Entry[], { totals }: { totals?: Fields } = {}): void {
    const rows = entries.map(entryRow);
    this.#database.write(() => {
      this.#insert(this.#existing(id).key, rows);
      if (totals !== undefined) this.#set(id, "totals", JSON.stringify(totals));
    });
  }

  /** With `cwd`, only a session of that folder. */
  load(id: string, { cwd }: { cwd?: string } = {}): Conversation | undefined {
    const row = this.#find(id);
    if (row === undefined || (cwd !== undefined && row.cwd !== cwd)) return undefined;
    return { ...readSummary(row), messages: [...this.messages(id)] };
  }

  /** The conversation from its beginning, or after a number, read as it is asked for. Empty for an unknown session. */
  *messages(id: string, { after = 0 }: { after?: number } = {}): Generator<StoredEntry, void, undefined> {
    const key = this.#find(id)?.key;
    if (key === undefined) return;
    const sql = "SELECT * FROM messages WHERE session = ? AND number > ? ORDER BY number LIMIT ?";
    for (let last = after; ; ) {
      // By pages: a query left open would keep old pages in the log, and our next append from getting its lock.
      const page = this.#database.all<EntryRow>(sql, key, last, pageRows);
      for (const row of page) yield readEntry(row);
      if (page.length < pageRows) return;
      last = page.at(-1)?.number ?? last;
    }
  }

  /** The session of this folder in which something was said last. */
  latest(cwd: string): SessionSummary | undefined {
    const sql = "SELECT * FROM sessions WHERE cwd = ? AND last_message > 0 ORDER BY last_message DESC LIMIT 1";
    const row = this.#database.get<SessionRow>(sql, cwd);
    return row && readSummary(row);
  }

  /**
   * A session with the messages of another, up to and including the one with the uuid
   * `upTo`. They are copied, so what becomes of either one does not touch the other.
   */
  fork(id: string, newId: string, { cwd, upTo }: { cwd?: string; upTo?: string } = {}): void {
    this.#database.write(() => {
      const original = this.#existing(id);
      const end = upTo === undefined ? Number.MAX_SAFE_INTEGER : this.#numberOf(original.key, upTo);
      const key = this.#create({ id: newId, cwd: cwd ?? original.cwd });
      const { model, title, totals } = original;
      const describe = "UPDATE sessions SET model = ?, title = ?, totals = ?, forked_from = ? WHERE key = ?";
      this.#database.run(describe, model, title, totals, id, key);
      const copy = `
        INSERT INTO messages (session, uuid, role, content, message, line, at_ms)
        SELECT ?, uuid, role, content, message, line, at_ms FROM messages
        WHERE session = ? AND number <= ? ORDER BY number`;
      const { changes, lastRow } = this.#database.run(copy, key, original.key, end);
      if (changes > 0) this.#touch(key, lastRow);
    });
  }

  setTotals(id: string, totals: Fields): void {
    this.#database.write(() => this.#set(id, "totals", JSON.stringify(totals)));
  }

  setTitle(id: string, title: string): void {
    this.#database.write(() => this.#set(id, "title", title));
  }

  /** The newest first. */
  list({ cwd, limit = 100 }: { cwd?: string; limit?: number } = {}): SessionSummary[] {
    const order = "ORDER BY last_message DESC, key DESC LIMIT ?";
    const rows =
      cwd === undefined
        ? this.#database.all<SessionRow>(`SELECT * FROM sessions ${order}`, limit)
        : this.#database.all<SessionRow>(`SELECT * FROM sessions WHERE cwd = ? ${order}`, cwd, limit);
    return rows.map(readSummary);
  }

  close(): void {
    this.#database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #create({ id, cwd, model }: NewSession): number {
    const now = Date.now();
    const sql = `
      INSERT INTO sessions (id, cwd, model, created_ms, updated_ms) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING`;
    const { changes, lastRow } = this.#database.run(sql, id, cwd, model ?? null, now, now);
    if (changes > 0) return lastRow;
    const data = { option: "session id", allowed: "one that no session has", found: id };
    throw new BridleError("invalid_option", `Session ID ${id} is already in use.`, data);
  }

  #insert(session: number, rows: readonly Omit<EntryRow, "number">[]): void {
    const sql =
      "INSERT INTO messages (session, uuid, role, content, message, line, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)";
    let last: number | undefined;
    for (const { uuid, role, content, message, line, at_ms } of rows) {
      last = this.#database.run(sql, session, uuid, role, content, message, line, at_ms).lastRow;
    }
    if (last !== undefined) this.#touch(session, last);
  }

  #touch(session: number, lastMessage: number): void {
    const sql = "UPDATE sessions SET last_message = ?, updated_ms = ? WHERE key = ?";
    this.#database.run(sql, lastMessage, Date.now(), session);
  }

  #set(id: string, column: "totals" | "title", value: string): void {
    this.#database.run(`UPDATE sessions SET ${column} = ? WHERE key = ?`, value, this.#existing(id).key);
  }

  #find(id: string): SessionRow | undefined {
    return this.#database.get<SessionRow>("SELECT * FROM sessions WHERE id = ?", id);
  }

  #existing(id: string): SessionRow {
    const row = this.#find(id);
    if (row !== undefined) return row;
    const data = { option: "session id", allowed: "one of a stored session", found: id };
    throw new BridleError("invalid_option", `No conversation found with session ID: ${id}`, data);
  }

  #numberOf(session: number, uuid: string): number {
    const sql = "SELECT max(number) AS number FROM messages WHERE session = ? AND uuid = ?";
    const number = this.#database.get(sql, session, uuid)?.number;
    if (typeof number === "number") return number;
    const data = { option: "message", allowed: "the uuid of a message of this session", found: uuid };
    throw new BridleError("invalid_option", `No message found with message.uuid of: ${uuid}`, data);
  }
}

const pageRows = 64;
