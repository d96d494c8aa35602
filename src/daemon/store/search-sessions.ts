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

/** Sessions with a text that has all the words, the last of them also when only its beginning is there; the best first. */
export function searchSessions(database: Database, query: string, limit: number): HitValues[] {
  const expression = matchExpression(query);
  if (expression === undefined) return [];
  const hits = database.statement(bestTexts).all(expression, limit) as unknown as { number: number; session: number }[];
  return hits.flatMap(({ number, session }) => {
    const row = database.arrays(`SELECT ${summaryColumns} FROM sessions WHERE number = ?`).get(session);
    if (row === undefined) return [];
    const found = database.statement(snippetOf).get(expression, number) as { snippet: string } | undefined;
    return [{ session: row as unknown as SessionValues, snippet: found?.snippet ?? "" }];
  });
}

// The best text of each session: SQLite takes the other columns from the row that has the minimum.
const bestTexts = `WITH found AS MATERIALIZED (
    SELECT rowid AS number, session, rank AS score FROM session_text WHERE session_text MATCH ?
  )
  SELECT session, number, min(score) AS score FROM found
  WHERE session IN (SELECT sessions.number FROM sessions)
  GROUP BY session ORDER BY score, session DESC LIMIT ?`;

const snippetOf = `SELECT snippet(session_text, 1, '', '', '…', 24) AS snippet
  FROM session_text WHERE session_text MATCH ? AND rowid = ?`;

/** Every word is quoted letters and digits, so nothing in it is syntax. Undefined: there is no word. */
function matchExpression(query: string): string | undefined {
  const words = query.match(/[\p{L}\p{N}\p{M}]+/gu)?.slice(0, maxWords);
  return words === undefined ? undefined : `${words.map((word) => `"${word}"`).join(" ")}*`;
}

const maxWords = 16;
