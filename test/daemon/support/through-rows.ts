import { phaseOf, processOf, type SessionState } from "../../../src/daemon/core/session-state.ts";
import { agentRow, askRow, coreColumn, promptRow, stateOfRows } from "../../../src/daemon/store/session-state-rows.ts";

/** The state as the next daemon finds it. */
export function throughRows(state: SessionState): SessionState {
  const { options, ...facts } = state.facts;
  const process = processOf(state);
  return stateOfRows({
    row: {
      ...facts,
      ...{ number: 1, createdMs: 1, updatedMs: 1, firstSeq: 1, lastSeq: 0 },
      state: phaseOf(state),
      options: JSON.stringify(options),
      core: coreColumn(state),
      neededFromMs: null,
    },
    prompts: state.queue.map((prompt) => promptRow(facts.id, prompt)),
    asks: state.asks.map(({ ask, waits }) => askRow(ask, waits)),
    agent: process && agentRow(facts.id, process),
  });
}
