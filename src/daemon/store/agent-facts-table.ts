import type { AgentFacts } from "../core/effect.ts";
import { makeQuery, makeWork } from "./make-work.ts";
import type { Query, Work } from "./work.ts";

/** Replaces what it said before at such a moment. The same again is not written. */
export function putAgentFacts(session: string, { saidAt, facts }: AgentFacts): Work {
  const sql = `INSERT INTO agent_facts (session, said_at, told_ms, facts)
    VALUES ((SELECT number FROM sessions WHERE id = ?), ?, ?, ?)
    ON CONFLICT (session, said_at) DO UPDATE SET told_ms = excluded.told_ms, facts = excluded.facts
      WHERE facts <> excluded.facts`;
  const nowMs = Date.now();
  return makeWork((db) => void db.statement(sql).run(session, saidAt, nowMs, facts));
}

export function agentFactsOf(session: string): Query<AgentFacts[]> {
  const sql = `SELECT said_at AS saidAt, facts FROM agent_facts
    WHERE session = (SELECT number FROM sessions WHERE id = ?)`;
  return makeQuery((db) => db.statement(sql).all(session) as unknown as AgentFacts[]);
}

/** Of the session whose agent of this name described itself last in this folder. */
export function agentFactsOfFolder(agent: string, cwd: string): Query<AgentFacts[]> {
  const sql = `SELECT said_at AS saidAt, facts FROM agent_facts WHERE session = (
      SELECT sessions.number FROM agent_facts JOIN sessions ON sessions.number = agent_facts.session
      WHERE sessions.agent = ? AND sessions.cwd = ? ORDER BY told_ms DESC LIMIT 1)`;
  return makeQuery((db) => db.statement(sql).all(agent, cwd) as unknown as AgentFacts[]);
}
