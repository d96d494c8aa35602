import { isFields, text } from "../wire/fields.ts";
import type { UnreadableFrame } from "../wire/frame.ts";
import { MemberScanner, type MemberScannerState } from "./member-scanner.ts";
import { trailingMembers } from "./trailing-members.ts";

/** What is known of a line that cannot be read. */
export type LineFacts = Pick<UnreadableFrame, "requestId" | "turnEnd">;

/** Ids and words of the protocol, and nothing else, are kept of a result. */
const keptOfResult = ["subtype", "is_error", "session_id", "uuid", "user_message_uuid", "user_message_uuids", "origin"];
const wanted: ReadonlySet<string> = new Set(["type", "request_id", ...keptOfResult]);

/** How much of its end is looked at where the line is broken before it. */
const scannedTailBytes = 64 * 1024;

/** Looks, part by part, for what should be known of a line if it cannot be read. */
export function newScan(state?: MemberScannerState): MemberScanner {
  return new MemberScanner(wanted, state);
}

export function scanOf(...parts: readonly Uint8Array[]): MemberScanner {
  const scan = newScan();
  for (const part of parts) scan.push(part);
  return scan;
}

/** Who waits for it: the sender of a request, by its id, or a turn that ends with it. Key order differs, and values are of any length. */
export function lineFacts(scan: MemberScanner, tail: string, reason: UnreadableFrame["reason"]): LineFacts {
  const first = scan.members;
  const last = scan.isWhole ? {} : trailingMembers(tail.slice(-scannedTailBytes));
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
