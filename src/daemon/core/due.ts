import type { Limits } from "./limits.ts";
import { parkDueMs, resumingDueMs } from "./parking.ts";
import { processOf, type SessionState } from "./session-state.ts";

/** An agent that goes on by itself after a turn does so within milliseconds. */
export const quietMs = 2000;

/** When something of a session is due next, by each clock. Follows from the state alone, so that no restart forgets a timer. */
interface Due {
  readonly wallMs: number;
  readonly steadyMs: number;
}

const never = Number.POSITIVE_INFINITY;

export function nextDue(state: SessionState, limits: Pick<Limits, "idleSleepMs" | "parkAfterMs">): Due {
  const { idleSleepMs, parkAfterMs } = limits;
  let wallMs = never;
  for (const { ask } of state.asks) if (ask.deadlineMs > 0n) wallMs = Math.min(wallMs, Number(ask.deadlineMs));
  if (state.waits?.untilMs !== undefined) wallMs = Math.min(wallMs, state.waits.untilMs);
  const { agent } = state;
  let steadyMs = agent.at === "backing_off" || agent.at === "ending" ? agent.untilMs : never;
  if (agent.at === "ready" && agent.idleSinceMs !== undefined && idleSleepMs > 0)
    steadyMs = agent.idleSinceMs + idleSleepMs;
  const process = processOf(state);
  for (const { untilMs } of process?.requests ?? []) steadyMs = Math.min(steadyMs, untilMs);
  const quietSinceMs = process?.conversation.quietSinceMs;
  if (quietSinceMs !== undefined) steadyMs = Math.min(steadyMs, quietSinceMs + quietMs);
  steadyMs = Math.min(steadyMs, resumingDueMs(state) ?? never, parkDueMs(state, parkAfterMs) ?? never);
  return { wallMs, steadyMs };
}
