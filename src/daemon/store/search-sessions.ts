import { BridleError } from "../../errors.ts";
import type { Database } from "./database.ts";
import { type SessionSummary, type SessionValues, summaryColumns } from "./list-sessions.ts";

export interface SearchHit {
  readonly session: SessionSummary;
  /** The words around the best find of the session. */
  readonly snippet: string;
}

/** A hit as it crosses threads. */
export interface HitValues {
  readonly session: SessionValues;
  readonly snippet: string;
}

/**
 * Sessions with a text that has all the words, the last of them also when only its beginning is there (and that is more than a
 * letter); the best first. Throws `timeout` when that takes too long.
 */
export function searchSessions(database: Database, query: string, limit: number, timeoutMs: number): HitValues[] {
  const expression = matchExpression(query);
  if (expression === undefined) return [];
  limitTime(database, timeoutMs);
  const hits = database.statement(bestTexts).all(expression, limit) as unknown as { number: number; session: number }[];
  const snippets = snippetsOf(
    database,
    expression,
    hits.map(({ number }) => number),
  );
  return hits.flatMap(({ number, session }) => {
    const row = database.arrays(`SELECT ${summaryColumns} FROM sessions WHERE number = ?`).get(session);
    return row === undefined ? [] : [{ session: row as unknown as SessionValues, snippet: snippets.get(number) ?? "" }];
  });
}

/** Of many that match, the newest are ranked. */
const maxRanked = 20_000;

// The best text of each session: SQLite takes the other columns from the row that has the minimum.
const bestTexts = `WITH found AS MATERIALIZED (
    SELECT rowid AS number, session, rank AS score FROM session_text
    WHERE session_text MATCH ? AND in_time(rowid) ORDER BY rowid DESC LIMIT ${maxRanked}
  )
  SELECT session, number, min(score) AS score FROM found
  WHERE session IN (SELECT sessions.number FROM sessions)
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

export function tooLong(afterMs: number): BridleError<"timeout"> {
  const message = `the search took more than ${afterMs / 1000} s: search for more words, or longer ones`;
  return new BridleError("timeout", message, { waitingFor: "the search", afterMs });
}

/** Every word is quoted letters and digits, so nothing in it is syntax. Undefined: there is no word. */
function matchExpression(query: string): string | undefined {
  const words = query.match(/[\p{L}\p{N}\p{M}]+/gu)?.slice(0, maxWords);
  if (words === undefined) return undefined;
  const isBeginning = (words.at(-1) ?? "").length > 1;
  return `${words.map((word) => `"${word}"`).join(" ")}${isBeginning ? "*" : ""}`;
}

const maxWords = 16;
