import { scriptIn } from "../../script/scripted-prompt.ts";
import type { Database } from "./database.ts";
import { type EntryRow, readEntry } from "./entry.ts";
import { fitsQuery, matchExpression, searchWords } from "./search-words.ts";
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

interface PastSearch {
  readonly cwd: string;
  readonly limit?: number;
  readonly maxSnippetLength?: number;
  /** Only what fits well enough to be told unasked. */
  readonly isStrict?: boolean;
  /** Only what was said in this session. */
  readonly onlySession?: string | undefined;
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
    const text = spokenText(content).slice(0, maxIndexedLength);
    // What tells a scripted model how to answer is no memory, and would be obeyed again.
    if (scriptIn(text) !== undefined) return;
    const words = searchWords(text).join(" ");
    if (words !== "") this.#database.run("INSERT INTO message_words (rowid, words) VALUES (?, ?)", number, words);
  }

  /** The best match first. Any text will do as a query. */
  search(query: string, options: PastSearch): FoundMessage[] {
    const { cwd, limit = 10, maxSnippetLength = 400, isStrict = false, onlySession, except } = options;
    const match = matchExpression(query);
    if (match === undefined) return [];
    const sql = `
      SELECT messages.*, sessions.id AS session_id FROM message_words
      JOIN messages ON messages.number = message_words.rowid
      JOIN sessions ON sessions.key = messages.session
      WHERE message_words MATCH ? AND sessions.cwd = ? AND NOT (sessions.id = ? AND messages.number > ?)
        AND (? IS NULL OR sessions.id = ?)
      ORDER BY message_words.rank LIMIT ?`;
    const { sessionId = "", after = Number.MAX_SAFE_INTEGER } = except ?? {};
    // Strictness is not a matter for the index: some of what it finds falls through.
    const only = onlySession ?? null;
    const most = isStrict ? limit * 4 : limit;
    const rows = this.#database.all<FoundRow>(sql, match, cwd, sessionId, after, only, only, most);
    return rows
      .map((row) => ({ row, text: spokenText(readEntry(row).content) }))
      .filter(({ text }) => !isStrict || fitsQuery(text, query))
      .slice(0, limit)
      .map(({ row, text }) => ({
        number: row.number,
        sessionId: row.session_id,
        role: row.role as FoundMessage["role"],
        atMs: row.at_ms,
        snippet: snippet(text, query, maxSnippetLength),
      }));
  }
}

type FoundRow = EntryRow & { readonly session_id: string };

/** Longer than what anybody types; a pasted file need not be found by its last line. */
const maxIndexedLength = 20_000;
