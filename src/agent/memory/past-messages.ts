import type { Database } from "./database.ts";
import { readEntry } from "./entry.ts";
import { matchExpression, searchWords } from "./search-words.ts";
import { snippet } from "./snippet.ts";
import { spokenText } from "./spoken-text.ts";

/** Something that was said, found again. */
export interface FoundMessage {
  readonly number: number;
  readonly sessionId: string;
  readonly role: "user" | "assistant";
  readonly atMs: number;
  /** The part of it that fits the query. */
  readonly snippet: string;
}

export interface PastSearch {
  readonly cwd: string;
  readonly limit?: number;
  readonly maxSnippetLength?: number;
  /** Messages of this session with a higher number are not looked for: whoever asks has them before him. */
  readonly except?: { readonly sessionId: string; readonly after: number };
}

/** Everything that was ever said in a folder, by its words. */
export class PastMessages {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Within the transaction that keeps the message. */
  index(number: number, content: unknown): void {
    const words = searchWords(spokenText(content).slice(0, maxIndexedLength)).join(" ");
    if (words !== "") this.#database.run("INSERT INTO message_words (rowid, words) VALUES (?, ?)", number, words);
  }

  /** The best match first. Any text will do as a query. */
  search(query: string, { cwd, limit = 10, maxSnippetLength = 400, except }: PastSearch): FoundMessage[] {
    const match = matchExpression(query);
    if (match === undefined) return [];
    const sql = `
      SELECT messages.*, sessions.id AS session_id FROM message_words
      JOIN messages ON messages.number = message_words.rowid
      JOIN sessions ON sessions.key = messages.session
      WHERE message_words MATCH ? AND sessions.cwd = ? AND NOT (sessions.id = ? AND messages.number > ?)
      ORDER BY message_words.rank LIMIT ?`;
    const { sessionId = "", after = Number.MAX_SAFE_INTEGER } = except ?? {};
    return this.#database.all<never>(sql, match, cwd, sessionId, after, limit).map((row) => {
      const { number, role, atMs, content } = readEntry(row);
      const found = snippet(spokenText(content), query, maxSnippetLength);
      return { number, role, atMs, sessionId: (row as { session_id: string }).session_id, snippet: found };
    });
  }
}

/** Longer than what anybody types; a pasted file need not be found by its last line. */
const maxIndexedLength = 20_000;
