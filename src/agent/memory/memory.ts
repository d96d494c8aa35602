import { BridleError } from "../../errors.ts";
import { Compactions } from "./compactions.ts";
import { Database } from "./database.ts";
import { type Entry, type EntryRow, entryRow, isForModel, readEntry, type StoredEntry } from "./entry.ts";
import { Facts } from "./facts.ts";
import { FileCheckpoints } from "./file-checkpoints.ts";
import { PastMessages } from "./past-messages.ts";
import { readSummary, type SessionRow, type SessionSummary, type SessionTotals } from "./session-summary.ts";

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
  readonly facts: Facts;
  readonly past: PastMessages;
  readonly compactions: Compactions;
  readonly checkpoints: FileCheckpoints;
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
    this.facts = new Facts(database);
    this.past = new PastMessages(database);
    this.compactions = new Compactions(database);
    this.checkpoints = new FileCheckpoints(database);
  }

  /** `:memory:` keeps everything in this process only. Throws `unusable_database`. */
  static open(file: string, { busyTimeoutMs = 5_000 }: { busyTimeoutMs?: number } = {}): Memory {
    return new Memory(new Database(file, { busyTimeoutMs }));
  }

  get file(): string {
    return this.#database.file;
  }

  /**
   * A new session, with its first messages if there are any; gives the number of the last one.
   * Throws `invalid_option` when the id is taken.
   */
  begin(session: NewSession, entries: readonly Entry[] = []): number {
    let last = 0;
    this.#database.write(() => {
      last = this.#insert(this.#create(session), entries);
    });
    return last;
  }

  /** All of it is kept, or nothing. Gives the number of the last message. */
  append(id: string, entries: readonly Entry[], { totals }: { totals?: SessionTotals } = {}): number {
    let last = 0;
    this.#database.write(() => {
      last = this.#insert(this.#existing(id).key, entries);
      if (totals !== undefined) this.#set(id, "totals", JSON.stringify(totals));
    });
    return last;
  }

  /**
   * Lets the session go as these tell it, and gives those it did not have: what it has beyond the last one in common is taken back.
   * Nothing happens when it has the newest. In one transaction: between a look and a change another process may say something.
   */
  adopt(session: NewSession, entries: readonly Entry[]): readonly Entry[] {
    let added: readonly Entry[] = [];
    const newest = entries.at(-1);
    if (newest === undefined) return added;
    this.#database.write(() => {
      const key = this.#find(session.id)?.key ?? this.#create(session);
      if (this.#lookUp(key, newest.uuid) !== undefined) return;
      const common = entries.findLastIndex(({ uuid }) => this.#lookUp(key, uuid) !== undefined);
      this.#rewind(key, entries[common]?.uuid);
      added = entries.slice(common + 1);
      this.#insert(key, added);
    });
    return added;
  }

  /** With `cwd`, only a session of that folder. */
  find(id: string, { cwd }: { cwd?: string } = {}): SessionSummary | undefined {
    const row = this.#find(id);
    return row === undefined || (cwd !== undefined && row.cwd !== cwd) ? undefined : readSummary(row);
  }

  /** All of it at once; `find` and `messages` for what may be long. */
  load(id: string, options: { cwd?: string } = {}): Conversation | undefined {
    const found = this.find(id, options);
    return found && { ...found, messages: [...this.messages(id)] };
  }

  /** The conversation from its beginning, or after a number, read as it is asked for. Empty for an unknown session. */
  *messages(
    id: string,
    { after = 0, through = Number.MAX_SAFE_INTEGER }: { after?: number; through?: number } = {},
  ): Generator<StoredEntry, void, undefined> {
    const key = this.#find(id)?.key;
    if (key === undefined) return;
    const sql = "SELECT * FROM messages WHERE session = ? AND number > ? AND number <= ? ORDER BY number LIMIT ?";
    for (let last = after; ; ) {
      // By pages: a query left open would keep old pages in the log, and our next append from getting its lock.
      const page = this.#database.all<EntryRow>(sql, key, last, through, pageRows);
      for (const row of page) yield readEntry(row);
      if (page.length < pageRows) return;
      last = page.at(-1)?.number ?? last;
    }
  }

  /** The same from its end. */
  *newestMessages(id: string, { after = 0 }: { after?: number } = {}): Generator<StoredEntry, void, undefined> {
    const key = this.#find(id)?.key;
    if (key === undefined) return;
    const sql = "SELECT * FROM messages WHERE session = ? AND number > ? AND number < ? ORDER BY number DESC LIMIT ?";
    for (let last = Number.MAX_SAFE_INTEGER; ; ) {
      const page = this.#database.all<EntryRow>(sql, key, after, last, pageRows);
      for (const row of page) yield readEntry(row);
      if (page.length < pageRows) return;
      last = page.at(-1)?.number ?? last;
    }
  }

  /** The number of a message; undefined when the session has none of that name. */
  numberOf(id: string, uuid: string): number | undefined {
    const key = this.#find(id)?.key;
    return key === undefined ? undefined : this.#lookUp(key, uuid);
  }

  has(id: string, uuid: string): boolean {
    return this.numberOf(id, uuid) !== undefined;
  }

  /** Takes back what was said after the message with this uuid; all of it without one. */
  rewind(id: string, uuid: string | undefined): void {
    this.#database.write(() => this.#rewind(this.#existing(id).key, uuid));
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
      if (changes === 0) return;
      this.#touch(key, lastRow);
      this.compactions.copy(original.key, key, end);
      // What was said before is the original's to be looked through, and is found there.
      this.#database.run("UPDATE sessions SET consolidated = ? WHERE key = ?", lastRow, key);
    });
  }

  setTotals(id: string, totals: SessionTotals): void {
    this.#database.write(() => this.#set(id, "totals", JSON.stringify(totals)));
  }

  setTitle(id: string, title: string): void {
    this.#database.write(() => this.#set(id, "title", title));
  }

  /** The file in which the conversation is written, too. */
  setTranscript(id: string, path: string): void {
    this.#database.write(() => this.#database.run("UPDATE sessions SET transcript = ? WHERE id = ?", path, id));
  }

  /** Forgets what was written to a file that is gone, the facts that were learned from it included: it was deleted there. */
  forgetDeleted(isGone: (transcript: string) => boolean): void {
    const sql = "SELECT id, transcript FROM sessions WHERE transcript IS NOT NULL";
    const gone = this.#database
      .all<{ id: string; transcript: string }>(sql)
      .filter(({ transcript }) => isGone(transcript));
    if (gone.length === 0) return;
    this.#database.write(() => {
      for (const { id } of gone) {
        const facts = "DELETE FROM fact_words WHERE rowid IN (SELECT id FROM facts WHERE session_id = ?)";
        this.#database.run(facts, id);
        this.#database.run("DELETE FROM facts WHERE session_id = ?", id);
        this.#database.run("DELETE FROM checkpoints WHERE session_id = ?", id);
        this.#database.run("DELETE FROM sessions WHERE id = ?", id);
      }
    });
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

  /** The number of the last one; 0 for none. */
  #insert(session: number, entries: readonly Entry[]): number {
    const sql =
      "INSERT INTO messages (session, uuid, role, content, message, line, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)";
    let last = 0;
    for (const entry of entries) {
      const { uuid, role, content, message, line, at_ms } = entryRow(entry);
      last = this.#database.run(sql, session, uuid, role, content, message, line, at_ms).lastRow;
      if (isForModel(entry)) this.past.index(last, entry.content);
    }
    if (last > 0) this.#touch(session, last);
    return last;
  }

  #rewind(key: number, uuid: string | undefined): void {
    const end = uuid === undefined ? 0 : this.#numberOf(key, uuid);
    this.#database.run("DELETE FROM messages WHERE session = ? AND number > ?", key, end);
    this.compactions.rewind(key);
    const consolidated = "UPDATE sessions SET last_message = ?, consolidated = min(consolidated, ?) WHERE key = ?";
    this.#database.run(consolidated, end, end, key);
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

  #lookUp(session: number, uuid: string): number | undefined {
    const sql = "SELECT max(number) AS number FROM messages WHERE session = ? AND uuid = ?";
    const number = this.#database.get(sql, session, uuid)?.number;
    return typeof number === "number" ? number : undefined;
  }

  #numberOf(session: number, uuid: string): number {
    const number = this.#lookUp(session, uuid);
    if (number !== undefined) return number;
    const data = { option: "message", allowed: "the uuid of a message of this session", found: uuid };
    throw new BridleError("invalid_option", `No message found with message.uuid of: ${uuid}`, data);
  }
}

const pageRows = 64;
