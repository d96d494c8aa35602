import type { Settings } from "./config/settings.ts";
import type { SessionLimits } from "./session/session-deps.ts";

/** How long an agent may take to answer a control request. */
const controlTimeoutMs = 30_000;

/** Something depends on whether somebody who may decide is connected. */
export function needsAttendance({ approvals }: Settings): boolean {
  const { autoDenyNoClient, connectedDeadlineMs, disconnectedDeadlineMs } = approvals;
  return autoDenyNoClient || connectedDeadlineMs > 0 || disconnectedDeadlineMs > 0;
}

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
    connectedDeadlineMs: approvals.connectedDeadlineMs,
    disconnectedDeadlineMs: approvals.disconnectedDeadlineMs,
    denyUnattended: approvals.autoDenyNoClient,
    interruptAtDeadline: approvals.atDeadline === "interrupt",
    parkAfterMs: approvals.parkAfterMs,
    resumeAfterLimit: sessions.resumeAfterLimit,
    prices,
  };
}
