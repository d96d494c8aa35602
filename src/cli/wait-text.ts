import { type QueueWait, QueueWaitCause, type Session } from "../api/gen/bridle/v1/session_pb.js";

/** Why a queue does not go on, and until when, for a person. */
export function waitText({ reason, untilMs }: QueueWait): string {
  return untilMs === 0n ? reason : `${reason} (until ${new Date(Number(untilMs)).toLocaleString()})`;
}

/** The same for a list: " (waits: budget)". */
export function shortWait({ waits }: Session): string {
  return waits === undefined ? "" : ` (waits: ${(QueueWaitCause[waits.cause] ?? "unknown").toLowerCase()})`;
}
