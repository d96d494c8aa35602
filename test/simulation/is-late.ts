import type { Input } from "../../src/daemon/core/input.ts";
import { processOf, type SessionState } from "../../src/daemon/core/session-state.ts";

/** Is this about an agent, or the start of one, that the session no longer has or wants? */
export function isLate(state: SessionState, input: Input): boolean {
  const { agent } = state;
  switch (input.type) {
    case "launch_ready":
      return agent.at !== "launching" || agent.launch !== input.launch;
    case "launch_failed":
      if (agent.at === "launching") return agent.launch !== input.launch;
      return input.agentId === undefined || processOf(state)?.id !== input.agentId;
    case "started":
    case "said":
    case "ended":
    case "exited":
    case "input_confirmed":
      return processOf(state)?.id !== input.agentId;
    default:
      return false;
  }
}
