import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** An agent that runs or may run, and how far its output was read. */
export interface AgentRow {
  readonly id: string;
  /** The id of its session. */
  readonly session: string;
  /** Everything the reading needs to go on where it stopped, as JSON. */
  readonly reading: string;
  readonly outputOffset: number;
  readonly inputOffset: number;
  readonly startedMs: number;
}

/** Replaces what is stored of that agent; its outbox stays. */
export function putAgent(agent: AgentRow): Work {
  const sql = `INSERT INTO agents (id, session, reading, output_offset, input_offset, started_ms)
    VALUES (?, (SELECT number FROM sessions WHERE id = ?), ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET session = excluded.session, reading = excluded.reading,
      output_offset = excluded.output_offset, input_offset = excluded.input_offset, started_ms = excluded.started_ms`;
  const { id, session, reading, outputOffset, inputOffset, startedMs } = agent;
  return makeWork((db) => void db.statement(sql).run(id, session, reading, outputOffset, inputOffset, startedMs));
}

/** What is undefined stays as it is. */
export function updateAgent(
  id: string,
  { reading, outputOffset, inputOffset }: Partial<Pick<AgentRow, "reading" | "outputOffset" | "inputOffset">>,
): Work {
  const sql = `UPDATE agents SET reading = coalesce(?, reading), output_offset = coalesce(?, output_offset),
    input_offset = coalesce(?, input_offset) WHERE id = ?`;
  const values = [reading ?? null, outputOffset ?? null, inputOffset ?? null, id];
  return makeWork((db) => void db.statement(sql).run(...values));
}

/** With its outbox. */
export function removeAgent(id: string): Work {
  return makeWork((db) => void db.statement("DELETE FROM agents WHERE id = ?").run(id));
}

export function allAgents(): Query<AgentRow[]> {
  const sql = `SELECT agents.id, sessions.id AS session, reading, output_offset AS outputOffset,
    input_offset AS inputOffset, started_ms AS startedMs
    FROM agents JOIN sessions ON sessions.number = agents.session ORDER BY started_ms, agents.id`;
  return makeQuery((db) => db.statement(sql).all() as unknown as AgentRow[]);
}

/** Of one session; undefined: it has none. */
export function agentOf(session: string): Query<AgentRow | undefined> {
  const sql = `SELECT agents.id, sessions.id AS session, reading, output_offset AS outputOffset,
    input_offset AS inputOffset, started_ms AS startedMs
    FROM agents JOIN sessions ON sessions.number = agents.session WHERE sessions.id = ? ORDER BY started_ms DESC LIMIT 1`;
  return makeQuery((db) => db.statement(sql).get(session) as unknown as AgentRow | undefined);
}
