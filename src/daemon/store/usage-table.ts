import type { Usage } from "../../wire/canonical.ts";
import type { Database } from "./database.ts";
import { makeWork } from "./make-work.ts";
import type { Work } from "./work.ts";

/** Usage is summed in pieces of this length. */
export const quarterMs = 15 * 60_000;

/** What one turn used. */
interface TurnUsage {
  readonly model: string;
  readonly timeMs: number;
  readonly usage: Usage;
  readonly costUsd: number;
  readonly durationMs: number;
}

/** Counts a turn of a session. */
export function addUsage(session: string, { model, timeMs, usage, costUsd, durationMs }: TurnUsage): Work {
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = usage;
  const tokens = [inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens].map(whole);
  const quarter = Math.floor(timeMs / quarterMs);
  const values = [quarter, model, ...tokens, costUsd, whole(durationMs), session];
  return makeWork((db) => void db.statement(addSql).run(...values));
}

const addSql = `INSERT INTO usage SELECT number, ?, ?, 1, ?, ?, ?, ?, ?, ? FROM sessions WHERE id = ?
  ON CONFLICT DO UPDATE SET
    turns = turns + 1,
    input_tokens = input_tokens + excluded.input_tokens,
    output_tokens = output_tokens + excluded.output_tokens,
    cache_read_tokens = cache_read_tokens + excluded.cache_read_tokens,
    cache_creation_tokens = cache_creation_tokens + excluded.cache_creation_tokens,
    cost_usd = cost_usd + excluded.cost_usd,
    duration_ms = duration_ms + excluded.duration_ms`;

/** What an agent claims may be no number at all. */
function whole(value: number): number {
  return Number.isFinite(value) && value > 0 ? Math.min(Math.round(value), maxTokens) : 0;
}

/** Far over any turn, and sums of a million such are still exact. */
const maxTokens = 1_000_000_000;

/** Sums of usage. */
export interface UsageSums {
  readonly turns: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheCreationTokens: number;
  readonly costUsd: number;
  readonly durationMs: number;
}

export interface QuarterUsage extends UsageSums {
  readonly quarter: number;
  readonly cwd: string;
  readonly model: string;
}

interface SessionUsage extends UsageSums {
  readonly sessionId: string;
  readonly title: string;
  readonly cwd: string;
  readonly agent: string;
}

export interface UsageRange {
  readonly sinceMs: number;
  readonly untilMs: number;
  /** Of the sessions that cost most. */
  readonly maxSessions: number;
  /** Only of these folders; undefined for all. */
  readonly among?: readonly string[] | undefined;
}

export interface UsageReport {
  readonly quarters: readonly QuarterUsage[];
  readonly sessions: readonly SessionUsage[];
}

/** By time, folder and model; and the sessions that cost most, or else used most. */
export function readUsage(database: Database, { sinceMs, untilMs, maxSessions, among }: UsageRange): UsageReport {
  const folders = among === undefined ? null : JSON.stringify(among);
  const range = [Math.floor(sinceMs / quarterMs), Math.ceil(untilMs / quarterMs), folders, folders];
  const quarters = database.statement(quartersSql).all(...range) as unknown as QuarterUsage[];
  const sessions = database.statement(sessionsSql).all(...range, maxSessions) as unknown as SessionUsage[];
  return { quarters, sessions };
}

const sums = `sum(usage.turns) AS turns, sum(usage.input_tokens) AS inputTokens,
  sum(usage.output_tokens) AS outputTokens, sum(cache_read_tokens) AS cacheReadTokens,
  sum(cache_creation_tokens) AS cacheCreationTokens, sum(usage.cost_usd) AS costUsd, sum(duration_ms) AS durationMs`;

const inRange = "quarter >= ? AND quarter < ? AND (? IS NULL OR cwd IN (SELECT value FROM json_each(?)))";

const quartersSql = `SELECT quarter, cwd, usage.model AS model, ${sums}
  FROM usage JOIN sessions ON sessions.number = usage.session
  WHERE ${inRange} GROUP BY quarter, cwd, usage.model ORDER BY quarter`;

const sessionsSql = `SELECT sessions.id AS sessionId, title, cwd, agent, ${sums}
  FROM usage JOIN sessions ON sessions.number = usage.session
  WHERE ${inRange} GROUP BY sessions.number
  ORDER BY costUsd DESC, outputTokens DESC LIMIT ?`;
