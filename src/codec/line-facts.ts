import { isFields, text } from "../wire/fields.ts";
import type { UnreadableFrame } from "../wire/frame.ts";
import { leadingMembers, trailingMembers } from "./outer-members.ts";

/** What the beginning and the end of a line that cannot be read still tell. */
export type LineFacts = Pick<UnreadableFrame, "requestId" | "turnEnd">;

/** Ids and words of the protocol, and nothing else, are kept of a result. */
const keptOfResult = ["subtype", "is_error", "session_id", "uuid", "user_message_uuid", "user_message_uuids", "origin"];

/** How much of each end is looked at. */
const lookedAt = 64 * 1024;

/**
 * Who waits for it: the sender of a request, by its id, or a turn that ends
 * with it. Key order differs, so both ends are looked at.
 */
export function lineFacts(head: string, tail: string, reason: UnreadableFrame["reason"]): LineFacts {
  const first = leadingMembers(head.slice(0, lookedAt));
  const last = trailingMembers(tail.slice(-lookedAt));
  const requestId = first.type === "control_request" ? text(first.request_id) : undefined;
  const members = [first, last].find(({ type }) => type === "result");
  if (members === undefined) return requestId === undefined ? {} : { requestId };
  // Where the line is one object, its two ends belong together.
  const whole = { ...(first.type === undefined || last.type === undefined ? { ...first, ...last } : members) };
  const kept = keptOfResult.filter((key) => isShort(whole[key])).map((key) => [key, whole[key]]);
  const errors = [`the end of the turn could not be read: ${reason}`];
  return { turnEnd: { type: "result", ...Object.fromEntries(kept), errors } };
}

function isShort(value: unknown): boolean {
  if (isFields(value)) return Object.keys(value).length < 10;
  return value !== undefined;
}
