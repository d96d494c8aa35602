import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import { makeQuery, makeWork } from "./make-work.ts";
import { type Query, together, type Work } from "./work.ts";

/** A session as it is stored. */
export interface SessionRow {
  readonly number: number;
  readonly id: string;
  readonly title: string;
  readonly agent: string;
  readonly cwd: string;
  readonly state: string;
  readonly agentSessionId: string;
  readonly model: string;
  readonly permissionMode: string;
  readonly agentVersion: string;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly archived: boolean;
  readonly degraded: boolean;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly turns: number;
  readonly costUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly preview: string;
  /** JSON. */
  readonly options: string;
  /** What has no column of its own, as JSON; empty: of a session of before. */
  readonly core: string;
  /** When a daemon has to have it in memory: 0: at all times; null: when something happens to it. */
  readonly neededFromMs: number | null;
}

/** What lists and clients need of it. */
export type SessionPart = Omit<SessionRow, "options" | "core" | "neededFromMs">;

/** What may change, except the numbers of its events: those are the log's. */
export type SessionChanges = Partial<Omit<SessionRow, "number" | "id" | "firstSeq" | "lastSeq">>;

export type NewSession = Pick<SessionRow, "id" | "agent" | "cwd" | "state" | "options" | "createdMs" | "updatedMs"> &
  SessionChanges;

export function insertSession(session: NewSession): Work {
  const names = namesOf(session);
  const sql = `INSERT INTO sessions (${names.map((name) => columns[name])}) VALUES (${names.map(() => "?")})`;
  const values = names.map((name) => sqlValue(session[name]));
  return makeWork((db) => void db.statement(sql).run(...values));
}

export function updateSession(id: string, changes: SessionChanges): Work {
  const names = namesOf(changes);
  if (names.length === 0) return together();
  const sql = `UPDATE sessions SET ${names.map((name) => `${columns[name]} = ?`)} WHERE id = ?`;
  const values = names.map((name) => sqlValue((changes as Partial<NewSession>)[name]));
  return makeWork((db) => void db.statement(sql).run(...values, id));
}

export function getSession(id: string): Query<SessionRow | undefined> {
  return makeQuery((db) => {
    const values = db.arrays(`${select} WHERE id = ?`).get(id);
    return values && sessionOf(values as unknown as SQLOutputValue[]);
  });
}

/** The numbers of its events that are kept. */
export function getBounds(id: string): Query<{ readonly first: number; readonly last: number } | undefined> {
  const sql = "SELECT first_seq AS first, last_seq AS last FROM sessions WHERE id = ?";
  return makeQuery((db) => db.statement(sql).get(id) as { first: number; last: number } | undefined);
}

/** Undefined: there is none. */
export function cwdOfSession(id: string): Query<string | undefined> {
  return makeQuery((db) => db.statement("SELECT cwd FROM sessions WHERE id = ?").get(id)?.cwd as string | undefined);
}

export function countSessions(): Query<number> {
  return makeQuery((db) => Number(db.statement("SELECT count(*) AS count FROM sessions").get()?.count ?? 0));
}

export function countSessionsByState(): Query<{ readonly [state: string]: number }> {
  const sql = "SELECT state, count(*) AS count FROM sessions GROUP BY state";
  return makeQuery((db) => {
    const rows = db.statement(sql).all();
    return Object.fromEntries(rows.map(({ state, count }) => [String(state), Number(count)]));
  });
}

/** The sessions that have these conversations of an agent, by conversation. Of several the newest. */
export function sessionsByAgentSession(agentSessionIds: readonly string[]): Query<Map<string, string>> {
  const sql = `SELECT agent_session_id AS agentSession, id FROM sessions
    WHERE agent_session_id IN (SELECT value FROM json_each(?)) ORDER BY number`;
  return makeQuery((db) => {
    const rows = db.statement(sql).all(JSON.stringify(agentSessionIds));
    return new Map(rows.map(({ agentSession, id }) => [String(agentSession), String(id)]));
  });
}

/** The folders that sessions ran in, the last used first. */
export function foldersOfSessions(): Query<string[]> {
  const sql = "SELECT cwd, max(updated_ms) AS last FROM sessions GROUP BY cwd ORDER BY last DESC LIMIT 100";
  return makeQuery((db) => {
    const rows = db.statement(sql).all();
    return rows.map(({ cwd }) => String(cwd));
  });
}

/** Each once. */
export function cwdsOfSessions(): Query<string[]> {
  return makeQuery((db) => {
    const rows = db.statement("SELECT DISTINCT cwd FROM sessions").all();
    return rows.map(({ cwd }) => String(cwd));
  });
}

/** The ids of those that a daemon has to have in memory at all times. */
export function sessionsNeeded(): Query<string[]> {
  return idsWhere("needed_from_ms = 0 ORDER BY updated_ms, number");
}

/** The ids of those that need not be in memory and in which something is due by then, the longest due first. */
export function sessionsDue(atMs: number, limit: number): Query<string[]> {
  return idsWhere("needed_from_ms > 0 AND needed_from_ms <= ? ORDER BY needed_from_ms, number LIMIT ?", atMs, limit);
}

/** When something is due in one that need not be in memory; undefined: never. */
export function nextDueOfSessions(): Query<number | undefined> {
  const sql = "SELECT min(needed_from_ms) AS next FROM sessions WHERE needed_from_ms > 0";
  return makeQuery((db) => (db.statement(sql).get()?.next as number | null) ?? undefined);
}

function idsWhere(condition: string, ...values: readonly number[]): Query<string[]> {
  return makeQuery((db) =>
    db
      .statement(`SELECT id FROM sessions WHERE ${condition}`)
      .all(...values)
      .map(({ id }) => String(id)),
  );
}

function sessionOf(values: readonly SQLOutputValue[]): SessionRow {
  const [options, core, neededFromMs] = values.slice(partLength);
  return {
    ...sessionPart(values),
    options: options as string,
    core: core as string,
    neededFromMs: neededFromMs as number | null,
  };
}

const columns = {
  id: "id",
  title: "title",
  agent: "agent",
  cwd: "cwd",
  state: "state",
  agentSessionId: "agent_session_id",
  model: "model",
  permissionMode: "permission_mode",
  agentVersion: "agent_version",
  createdMs: "created_ms",
  updatedMs: "updated_ms",
  archived: "archived",
  degraded: "degraded",
  turns: "turns",
  costUsd: "cost_usd",
  inputTokens: "input_tokens",
  outputTokens: "output_tokens",
  preview: "preview",
  options: "options",
  core: "core",
  neededFromMs: "needed_from_ms",
} as const;

/** All but the options, which may be long, in the order that `sessionPart` reads. */
export const sessionColumns = `number, id, title, agent, cwd, state, agent_session_id, model, permission_mode,
  agent_version, created_ms, updated_ms, archived, degraded, first_seq, last_seq, turns, cost_usd, input_tokens,
  output_tokens, preview`;

/** How many values of a row of `sessionColumns` come before whatever else was selected. */
export const partLength = 21;

const select = `SELECT ${sessionColumns}, options, core, needed_from_ms FROM sessions`;

/** The values of `sessionColumns`. From an array and written out: made from objects, a list takes three times as long. */
export function sessionPart(values: readonly SQLOutputValue[]): SessionPart {
  const text = (at: number): string => values[at] as string;
  const number = (at: number): number => values[at] as number;
  return {
    number: number(0),
    id: text(1),
    title: text(2),
    agent: text(3),
    cwd: text(4),
    state: text(5),
    agentSessionId: text(6),
    model: text(7),
    permissionMode: text(8),
    agentVersion: text(9),
    createdMs: number(10),
    updatedMs: number(11),
    archived: values[12] === 1,
    degraded: values[13] === 1,
    firstSeq: number(14),
    lastSeq: number(15),
    turns: number(16),
    costUsd: number(17),
    inputTokens: number(18),
    outputTokens: number(19),
    preview: text(20),
  };
}

function namesOf(values: Partial<NewSession>): (keyof typeof columns)[] {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return names.filter((name) => values[name] !== undefined);
}

function sqlValue(value: string | number | boolean | null | undefined): SQLInputValue {
  if (value === undefined) return null;
  return typeof value === "boolean" ? Number(value) : value;
}

/** The folders that sessions work in. */
export function sessionFolders(): Query<string[]> {
  return makeQuery((db) =>
    db
      .statement("SELECT DISTINCT cwd FROM sessions")
      .all()
      .map(({ cwd }) => String(cwd)),
  );
}
