import type { SQLOutputValue } from "node:sqlite";
import type { Database } from "./database.ts";
import { partLength, type SessionPart, sessionColumns, sessionPart } from "./sessions-table.ts";

/** A session in a list. */
export type SessionSummary = SessionPart & {
  readonly openAsks: number;
  readonly queuedPrompts: number;
};

export interface SessionQuery {
  readonly pageSize: number;
  /** From the page before; empty for the first. */
  readonly pageToken: string;
  readonly includeArchived: boolean;
  /** Only those of this folder; empty for all. */
  readonly cwd: string;
  /** Only those of these folders; undefined for all. */
  readonly among?: readonly string[] | undefined;
}

export interface SessionPage {
  readonly sessions: readonly SessionSummary[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
}

/** A page as it crosses threads: values are cheaper than objects. */
interface SessionValuesPage {
  readonly rows: readonly SessionValues[];
  readonly nextPageToken: string;
}

/** The values of `summaryColumns`. */
export type SessionValues = readonly SQLOutputValue[];

/**
 * Sessions, the last changed first. A token is the position behind a page's last session, so a session that changes
 * meanwhile moves to the front and may be missed by the pages behind; none comes twice.
 */
export function listSessions(database: Database, query: SessionQuery): SessionValuesPage {
  const { updatedMs, number } = readToken(query.pageToken);
  const limit = query.pageSize + 1;
  const conditions = [
    ...(query.cwd === "" ? [] : [{ sql: "AND cwd = ?", value: query.cwd }]),
    ...(query.among === undefined ? [] : [{ sql: amongSql, value: JSON.stringify(query.among) }]),
  ];
  const sql = listSql(conditions.map((one) => one.sql).join(" "));
  const values = conditions.map(({ value }) => value);
  const found = (query.includeArchived ? [0, 1] : [0]).flatMap((archived) =>
    database.arrays(sql).all(archived, updatedMs, updatedMs, number, ...values, limit),
  ) as unknown as SessionValues[];
  if (query.includeArchived) found.sort((a, b) => updatedOf(b) - updatedOf(a) || numberOf(b) - numberOf(a));
  const rows = found.slice(0, query.pageSize);
  const last = rows.at(-1);
  const more = found.length > query.pageSize && last !== undefined;
  return { rows, nextPageToken: more ? `${updatedOf(last)}.${numberOf(last)}` : "" };
}

export function summaryOf(values: SessionValues): SessionSummary {
  const [openAsks, queuedPrompts] = values.slice(partLength) as number[];
  return { ...sessionPart(values), openAsks: openAsks ?? 0, queuedPrompts: queuedPrompts ?? 0 };
}

const numberOf = (values: SessionValues): number => values[0] as number;
const updatedOf = (values: SessionValues): number => values[11] as number;

const amongSql = "AND cwd IN (SELECT value FROM json_each(?))";

const listSql = (condition: string): string => `SELECT ${summaryColumns} FROM sessions
  WHERE archived = ? AND updated_ms <= ? AND (updated_ms < ? OR number < ?) ${condition}
  ORDER BY updated_ms DESC, number DESC LIMIT ?`;

export const summaryColumns = `${sessionColumns},
  (SELECT count(*) FROM asks WHERE open = 1 AND asks.session = sessions.number) AS openAsks,
  (SELECT count(*) FROM prompts WHERE prompts.session = sessions.number) AS queuedPrompts`;

/** Whether it is one that a page gave, or that of the first. */
export function isPageToken(token: string): boolean {
  return /^(\d{1,15}\.\d{1,15})?$/.test(token);
}

function readToken(token: string): { updatedMs: number; number: number } {
  const first = Number.MAX_SAFE_INTEGER;
  const [updatedMs = first, number = first] = token === "" ? [] : token.split(".").map(Number);
  return { updatedMs, number };
}
