import { nextExpiryMs } from "../../channel/open-requests.ts";
import type { Limits } from "./limits.ts";
import { parkDueMs, resumingDueMs } from "./parking.ts";
import { isDormant, processOf, type SessionState } from "./session-state.ts";

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
  const wallMs = wallDueMs(state);
  const { agent } = state;
  let steadyMs = agent.at === "backing_off" || agent.at === "ending" ? agent.untilMs : never;
  if (agent.at === "ready" && agent.idleSinceMs !== undefined && idleSleepMs > 0)
    steadyMs = agent.idleSinceMs + idleSleepMs;
  const process = processOf(state);
  steadyMs = Math.min(steadyMs, nextExpiryMs(process?.requests ?? []));
  const quietSinceMs = process?.conversation.quietSinceMs;
  if (quietSinceMs !== undefined) steadyMs = Math.min(steadyMs, quietSinceMs + quietMs);
  steadyMs = Math.min(steadyMs, resumingDueMs(state) ?? never, parkDueMs(state, parkAfterMs) ?? never);
  return { wallMs, steadyMs };
}

/** By the wall clock alone: all that can be due in a dormant session. */
export function wallDueMs({ asks, waits }: Pick<SessionState, "asks" | "waits">): number {
  let wallMs = waits?.untilMs ?? never;
  for (const { ask } of asks) if (ask.deadlineMs > 0n) wallMs = Math.min(wallMs, Number(ask.deadlineMs));
  return wallMs;
}

/** When a daemon has to have it in memory: 0: at all times; undefined: when something happens to it. */
export function neededFromMs(state: SessionState): number | undefined {
  if (!isDormant(state)) return 0;
  const dueMs = wallDueMs(state);
  return dueMs === never ? undefined : dueMs;
}
