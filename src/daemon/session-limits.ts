import type { Settings } from "./config/settings.ts";
import type { SessionLimits } from "./session/session-deps.ts";

/** How long an agent may take to answer a control request. */
const controlTimeoutMs = 30_000;

/** What the settings say of every session. */
export function limitsOf({ daemon, sessions, approvals, prices }: Settings): SessionLimits {
  const { restartFirstMs, restartMaxMs, restartLimit, restartWindowMs, idleSleepMs, initializeTimeoutMs } = sessions;
  return {
    maxPayloadBytes: daemon.maxPayloadBytes,
    idleSleepMs,
    restart: { firstMs: restartFirstMs, maxMs: restartMaxMs, limit: restartLimit, windowMs: restartWindowMs },
    initializeTimeoutMs,
    controlTimeoutMs,
    askDeadlineMs: approvals.deadlineMs,
    parkAfterMs: approvals.parkAfterMs,
    resumeAfterLimit: sessions.resumeAfterLimit,
    prices,
  };
}
