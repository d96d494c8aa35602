import type { HeldAgent, Holding } from "../holding/held-agent.ts";
import { type AgentRow, allAgents } from "../store/agents-table.ts";
import { outboxOf } from "../store/outbox-table.ts";
import { sessionsNeeded } from "../store/sessions-table.ts";
import type { RestoredAgent } from "./restored-agent.ts";
import type { Sessions } from "./sessions.ts";

/**
 * Goes on where an earlier daemon stopped: agents that the holder still has
 * are read on from the offset that was stored, those it has not are lost, and
 * those that nobody knows are ended.
 */
export function restoreSessions(sessions: Sessions, holding: Holding): void {
  const { store } = sessions.deps;
  const held = new Map(holding.agents.map((agent) => [agent.id, agent]));
  const rows = store.read(allAgents());
  for (const row of rows) {
    const found = held.get(row.id);
    const agent = found && fits(row, found) ? found : undefined;
    if (agent !== undefined) held.delete(row.id);
    sessions.get(row.session).restore(agent && restoredAgent(sessions, holding, agent));
  }
  // Of a database that was put back, of a start that was never stored, or gone and not forgotten yet.
  for (const { id } of held.values()) holding.forget(id);
  const withAgent = new Set(rows.map(({ session }) => session));
  for (const id of store.read(sessionsNeeded())) if (!withAgent.has(id)) sessions.get(id).restore(undefined);
  sessions.due.begin();
}

/** False: the database is older than what the holder was told, so the agent cannot be read or told on. */
function fits({ outputOffset, inputOffset }: AgentRow, { outputFrom, outputTo, inputReceived }: HeldAgent): boolean {
  return outputOffset >= outputFrom && outputOffset <= outputTo && inputOffset >= inputReceived;
}

function restoredAgent(sessions: Sessions, holding: Holding, { id, inputReceived }: HeldAgent): RestoredAgent {
  const outbox = sessions.deps.store.read(outboxOf(id)).filter(({ at, data }) => at + data.length > inputReceived);
  return { holding, inputReceived, outbox };
}
