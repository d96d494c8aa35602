import { makeQuery } from "./make-work.ts";
import type { Query } from "./work.ts";

/** Sessions of these folders; undefined: of all. */
type Folders = readonly string[] | undefined;

/** An open ask, and where a page that goes on behind it begins. */
interface ListedAsk {
  /** An encoded `Ask`. */
  readonly ask: Uint8Array;
  readonly createdMs: number;
  readonly number: number;
}

/** An open ask in a word. */
export interface AskTitle {
  readonly id: string;
  readonly sessionId: string;
  readonly createdMs: number;
  readonly title: string;
}

/** A page of the open asks of all sessions, the oldest first, behind the last one of the page before. */
export function openAsksAfter(
  last: Omit<ListedAsk, "ask"> | undefined,
  limit: number,
  folders?: Folders,
): Query<ListedAsk[]> {
  const { createdMs, number } = last ?? { createdMs: -1, number: -1 };
  const sql = `SELECT ask, asks.created_ms AS createdMs, asks.rowid AS number FROM asks
    ${joined(folders)} WHERE open = 1 AND (asks.created_ms, asks.rowid) > (?, ?) ${among(folders)}
    ORDER BY asks.created_ms, asks.rowid LIMIT ?`;
  return makeQuery(
    (db) => db.statement(sql).all(createdMs, number, ...values(folders), limit) as unknown as ListedAsk[],
  );
}

export function countOpenAsks(folders?: Folders): Query<number> {
  const sql = `SELECT count(*) AS count FROM asks ${joined(folders)} WHERE open = 1 ${among(folders)}`;
  return makeQuery((db) => Number(db.statement(sql).get(...values(folders))?.count));
}

/** When the oldest one came; undefined: none is open. */
export function oldestOpenAskMs(): Query<number | undefined> {
  const sql = "SELECT min(created_ms) AS oldest FROM asks WHERE open = 1";
  return makeQuery((db) => (db.statement(sql).get()?.oldest as number | null) ?? undefined);
}

/** What there is to know of each without its input, with the title of its session. */
export function openAskTitles(): Query<AskTitle[]> {
  const sql = `SELECT asks.id, sessions.id AS sessionId, asks.created_ms AS createdMs, title FROM asks
    JOIN sessions ON sessions.number = asks.session WHERE open = 1`;
  return makeQuery((db) => db.statement(sql).all() as unknown as AskTitle[]);
}

/** Some sessions that have any, behind the one of a number. */
export function sessionsWithOpenAsks(after: number, limit: number): Query<{ id: string; number: number }[]> {
  const sql = `SELECT id, number FROM sessions
    WHERE number IN (SELECT DISTINCT session FROM asks WHERE open = 1 AND session > ?) ORDER BY number LIMIT ?`;
  return makeQuery((db) => db.statement(sql).all(after, limit) as unknown as { id: string; number: number }[]);
}

const joined = (folders: Folders): string => (folders ? "JOIN sessions ON sessions.number = asks.session" : "");
const among = (folders: Folders): string => (folders ? "AND cwd IN (SELECT value FROM json_each(?))" : "");
const values = (folders: Folders): readonly string[] => (folders ? [JSON.stringify(folders)] : []);
