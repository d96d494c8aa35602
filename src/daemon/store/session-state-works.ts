import { type AgentProcess, processOf, type SessionState } from "../core/session-state.ts";
import { putAgent, removeAgent, updateAgent } from "./agents-table.ts";
import { putAsk } from "./asks-table.ts";
import { removeFromOutboxBelow } from "./outbox-table.ts";
import { addPrompt, removePrompt } from "./prompts-table.ts";
import { agentRow, askRow, isSameReading, promptRow, readingColumn } from "./session-state-rows.ts";
import type { Work } from "./work.ts";

/** What makes of the stored state of a session the one it has now; its own columns are the caller's. Asks that are over are stored by what decided them. */
export function stateWorks(before: SessionState, after: SessionState): readonly Work[] {
  const { id } = after.facts;
  const works: Work[] = [];
  if (before.queue !== after.queue) {
    for (const { id: prompt } of without(before.queue, after.queue)) works.push(removePrompt(prompt));
    for (const prompt of without(after.queue, before.queue)) works.push(addPrompt(promptRow(id, prompt)));
  }
  if (before.asks !== after.asks)
    for (const { ask, waits } of without(after.asks, before.asks)) works.push(putAsk(askRow(ask, waits)));
  works.push(...agentWorks(id, processOf(before), processOf(after)));
  return works;
}

function agentWorks(session: string, before: AgentProcess | undefined, after: AgentProcess | undefined): Work[] {
  if (before === after) return [];
  const works: Work[] = [];
  if (before !== undefined && before.id !== after?.id) works.push(removeAgent(before.id));
  if (after === undefined) return works;
  if (before?.id !== after.id) return [...works, putAgent(agentRow(session, after))];
  const reading = isSameReading(before, after) ? undefined : readingColumn(after);
  const { outputOffset, input } = after;
  works.push(
    updateAgent(after.id, { outputOffset, inputOffset: input.offset, ...(reading !== undefined && { reading }) }),
  );
  if (input.confirmed > before.input.confirmed) works.push(removeFromOutboxBelow(after.id, input.confirmed));
  return works;
}

function without<T>(these: readonly T[], those: readonly T[]): readonly T[] {
  const left = new Set(those);
  return these.filter((one) => !left.has(one));
}
