import { BridleError } from "../../errors.ts";
import type { Database } from "./database.ts";
import { type SessionSummary, type SessionValues, summaryColumns } from "./list-sessions.ts";

export interface SearchHit {
  readonly session: SessionSummary;
  /** The words around the best find of the session. */
  readonly snippet: string;
  /** The event that has them; 0 where only the title does. */
  readonly seq: number;
}

interface SearchQuery {
  readonly text: string;
  readonly limit: number;
  readonly timeoutMs: number;
  /** Only sessions of these folders; undefined for all. */
  readonly among?: readonly string[] | undefined;
}

/** A hit as it crosses threads. */
interface HitValues {
  readonly session: SessionValues;
  readonly snippet: string;
  readonly seq: number;
}

/**
 * Sessions with a text that has all the words, the last of them also when only its beginning is there (and that is more than a
 * letter). Those whose title has them come first, then the best. Throws `timeout` when that takes too long.
 */
export function searchSessions(database: Database, query: SearchQuery): HitValues[] {
  const { limit } = query;
  const words = wordsOf(query.text);
  if (words.length === 0) return [];
  const expression = matchExpression(words);
  limitTime(database, query.timeoutMs);
  const among = query.among === undefined ? null : JSON.stringify(query.among);
  const texts = database.statement(bestTexts).all(expression, among, among, limit) as unknown as FoundText[];
  const byTitle = titled(database, words, among, limit);
  const found = [...byTitle, ...texts.map(({ session }) => session).filter((session) => !byTitle.includes(session))];
  const textOf = new Map(texts.map((text) => [text.session, text]));
  const snippets = snippetsOf(
    database,
    expression,
    texts.map(({ number }) => number),
  );
  return found.slice(0, limit).flatMap((session) => {
    const row = database.arrays(`SELECT ${summaryColumns} FROM sessions WHERE number = ?`).get(session);
    const text = textOf.get(session);
    const snippet = text === undefined ? "" : (snippets.get(text.number) ?? "");
    return row === undefined ? [] : [{ session: row as unknown as SessionValues, snippet, seq: text?.seq ?? 0 }];
  });
}

interface FoundText {
  readonly number: number;
  readonly session: number;
  readonly seq: number;
}

/** The numbers of sessions whose title has all the words, the newest first. Words are letters and digits: nothing to escape. */
function titled(database: Database, words: readonly string[], among: string | null, limit: number): number[] {
  const conditions = words.map(() => "title LIKE ?").join(" AND ");
  const sql = `SELECT number FROM sessions WHERE ${conditions} AND in_time(number) AND ${isAmong}
    ORDER BY updated_ms DESC LIMIT ?`;
  const rows = database.statement(sql).all(...words.map((word) => `%${word}%`), among, among, limit);
  return rows.map(({ number }) => Number(number));
}

/** A JSON list of folders, or null for all. */
const isAmong = "(? IS NULL OR cwd IN (SELECT value FROM json_each(?)))";

/** Of many that match, the newest are ranked. */
const maxRanked = 20_000;

// The best text of each session: SQLite takes the other columns from the row that has the minimum.
const bestTexts = `WITH found AS MATERIALIZED (
    SELECT rowid AS number, session, rank AS score FROM session_text
    WHERE session_text MATCH ? AND in_time(rowid) ORDER BY rowid DESC LIMIT ${maxRanked}
  )
  SELECT session, number, (SELECT seq FROM texts WHERE texts.number = found.number) AS seq, min(score) AS score FROM found
  WHERE session IN (SELECT sessions.number FROM sessions WHERE ${isAmong})
  GROUP BY session ORDER BY score, session DESC LIMIT ?`;

/** In one pass over what matches: asked for one by one, each would begin with looking up the words again. */
function snippetsOf(database: Database, expression: string, numbers: readonly number[]): ReadonlyMap<number, string> {
  // The plus keeps SQLite from looking the rows up one by one.
  const sql = `SELECT rowid AS number, snippet(session_text, 1, '', '', '…', 24) AS snippet FROM session_text
    WHERE session_text MATCH ? AND in_time(rowid) AND +rowid IN (SELECT value FROM json_each(?))`;
  const rows = database.statement(sql).all(expression, JSON.stringify(numbers)) as {
    number: number;
    snippet: string;
  }[];
  return new Map(rows.map(({ number, snippet }) => [number, snippet]));
}

/** SQLite has no limit of its own: a function that it calls for every row throws when the time is up. */
function limitTime(database: Database, timeoutMs: number): void {
  const deadline = performance.now() + timeoutMs;
  database.connection.function("in_time", (_row: unknown) => {
    if (performance.now() > deadline) throw tooLong(timeoutMs);
    return 1;
  });
}

function tooLong(afterMs: number): BridleError<"timeout"> {
  const message = `the search took more than ${afterMs / 1000} s: search for more words, or longer ones`;
  return new BridleError("timeout", message, { waitingFor: "the search", afterMs });
}

/** Letters and digits, so nothing in them is syntax. */
function wordsOf(query: string): readonly string[] {
  return query.match(/[\p{L}\p{N}\p{M}]+/gu)?.slice(0, maxWords) ?? [];
}

function matchExpression(words: readonly string[]): string {
  const isBeginning = (words.at(-1) ?? "").length > 1;
  return `${words.map((word) => `"${word}"`).join(" ")}${isBeginning ? "*" : ""}`;
}

const maxWords = 16;
