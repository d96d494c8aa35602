import { markedProcesses } from "../../transport/marked-processes.ts";
import { agentMark } from "../agent/agent-launch.ts";
import type { HeldAgent, Holding } from "../holding/held-agent.ts";
import { type AgentRow, allAgents } from "../store/agents-table.ts";
import { openAsks } from "../store/asks-table.ts";
import { outboxOf } from "../store/outbox-table.ts";
import { allPrompts } from "../store/prompts-table.ts";
import { sessionsInState } from "../store/sessions-table.ts";
import type { Sessions } from "./sessions.ts";

/**
 * Goes on where an earlier daemon stopped: agents that the holder still has
 * are read on from the place that was stored, those it has not are lost, and
 * those that nobody knows are ended.
 */
export function restoreSessions(sessions: Sessions, holding: Holding): void {
  const { db } = sessions.deps.store;
  const held = new Map(holding.agents.map((agent) => [agent.id, agent]));
  const rows = allAgents(db);
  for (const row of rows) {
    const agent = held.get(row.id);
    held.delete(row.id);
    if (agent === undefined) endOrphans(row);
    const outbox = agent === undefined ? [] : unsent(sessions, row, agent);
    sessions.get(row.session).restore(row, agent && { holding, outbox });
  }
  for (const { id } of held.values()) endStranger(holding, id);
  const withAgent = new Set(rows.map(({ session }) => session));
  const left = new Set([
    ...sessionsInState(db, ["starting", "running", "waiting"]).map(({ id }) => id),
    ...allPrompts(db).map(({ session }) => session),
    ...openAsks(db).map(({ session }) => session),
  ]);
  for (const id of left) if (!withAgent.has(id)) sessions.get(id).settle();
}

function unsent(sessions: Sessions, { id }: AgentRow, { inputReceived }: HeldAgent) {
  return outboxOf(sessions.deps.store.db, id).filter(({ at, data }) => at + data.length > inputReceived);
}

/** The holder that had it is dead, and so is the holder's reaper: whoever carries the mark is left over. */
function endOrphans({ id }: AgentRow): void {
  for (const pid of markedProcesses(agentMark(id)))
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // Gone by itself.
    }
}

/** An agent of a database that was put back, or of a start that was never stored. */
function endStranger(holding: Holding, id: string): void {
  holding.attach(id, 0, { output: () => {}, inputReceived: () => {}, exited: () => holding.forget(id) });
  holding.signal(id, "SIGKILL");
}
