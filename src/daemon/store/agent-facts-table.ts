import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** When an agent says them: in its answer to `initialize`, at the start of a turn, with its result. */
export type FactsMoment = "initialize" | "init" | "result";

export interface AgentFactsRow {
  readonly saidAt: FactsMoment;
  /** JSON. */
  readonly facts: string;
}

/** Replaces what it said before at such a moment. The same again is not written. */
export function putAgentFacts(session: string, { saidAt, facts }: AgentFactsRow): Work {
  const sql = `INSERT INTO agent_facts (session, said_at, told_ms, facts)
    VALUES ((SELECT number FROM sessions WHERE id = ?), ?, ?, ?)
    ON CONFLICT (session, said_at) DO UPDATE SET told_ms = excluded.told_ms, facts = excluded.facts
      WHERE facts <> excluded.facts`;
  const nowMs = Date.now();
  return makeWork((db) => void db.statement(sql).run(session, saidAt, nowMs, facts));
}

export function agentFactsOf(session: string): Query<AgentFactsRow[]> {
  const sql = `SELECT said_at AS saidAt, facts FROM agent_facts
    WHERE session = (SELECT number FROM sessions WHERE id = ?)`;
  return makeQuery((db) => db.statement(sql).all(session) as unknown as AgentFactsRow[]);
}

/** Of the session whose agent of this name described itself last in this folder. */
export function agentFactsOfFolder(agent: string, cwd: string): Query<AgentFactsRow[]> {
  const sql = `SELECT said_at AS saidAt, facts FROM agent_facts WHERE session = (
      SELECT sessions.number FROM agent_facts JOIN sessions ON sessions.number = agent_facts.session
      WHERE sessions.agent = ? AND sessions.cwd = ? ORDER BY told_ms DESC LIMIT 1)`;
  return makeQuery((db) => db.statement(sql).all(agent, cwd) as unknown as AgentFactsRow[]);
}
