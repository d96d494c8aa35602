import type { Db } from "./database.ts";

/** When an agent says them: in its answer to `initialize`, at the start of a turn, with its result. */
export type FactsMoment = "initialize" | "init" | "result";

export interface AgentFactsRow {
  readonly saidAt: FactsMoment;
  /** JSON. */
  readonly facts: string;
}

/** Replaces what it said before at such a moment. The same again is not written. */
export function putAgentFacts(db: Db, session: string, { saidAt, facts }: AgentFactsRow): void {
  const sql = `INSERT INTO agent_facts (session, said_at, told_ms, facts)
    VALUES ((SELECT number FROM sessions WHERE id = ?), ?, ?, ?)
    ON CONFLICT (session, said_at) DO UPDATE SET told_ms = excluded.told_ms, facts = excluded.facts
      WHERE facts <> excluded.facts`;
  db.statement(sql).run(session, saidAt, Date.now(), facts);
}

export function agentFactsOf(db: Db, session: string): AgentFactsRow[] {
  const sql = `SELECT said_at AS saidAt, facts FROM agent_facts
    WHERE session = (SELECT number FROM sessions WHERE id = ?)`;
  return db.statement(sql).all(session) as unknown as AgentFactsRow[];
}

/** Of the session whose agent of this name told of itself last in this folder. */
export function agentFactsOfFolder(db: Db, agent: string, cwd: string): AgentFactsRow[] {
  const sql = `SELECT said_at AS saidAt, facts FROM agent_facts WHERE session = (
      SELECT sessions.number FROM agent_facts JOIN sessions ON sessions.number = agent_facts.session
      WHERE sessions.agent = ? AND sessions.cwd = ? ORDER BY told_ms DESC LIMIT 1)`;
  return db.statement(sql).all(agent, cwd) as unknown as AgentFactsRow[];
}
