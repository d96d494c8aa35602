import { isFields, text } from "../wire/fields.ts";

/** `type`, of anything. */
export function typeOf(frame: unknown): string | undefined {
  return isFields(frame) ? text(frame.type) : undefined;
}

/** The id of a control frame: of the request it makes, answers or withdraws. */
export function requestIdOf(frame: unknown): string | undefined {
  if (!isFields(frame)) return undefined;
  const envelope = frame.type === "control_response" ? frame.response : frame;
  return isFields(envelope) ? text(envelope.request_id) : undefined;
}
