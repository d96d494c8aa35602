import { digest } from "../util/digest.ts";
import type { Canonical, Problem, Skipped, Unknown } from "../wire/canonical.ts";
import { isFields, sessionId, text } from "../wire/fields.ts";
import type { ControlResponseFrame, Frame, Message, MessageFrame } from "../wire/frame.ts";
import { type Families, wordOf } from "../wire/messages.ts";
import { type MissingField, requiredFields } from "../wire/shape.ts";
import type { UnknownHandling } from "./protocol-adapter.ts";
import { noticeReader, type Reader } from "./read-message.ts";

interface Entry {
  readonly missing: MissingField;
  readonly read: Reader;
  readonly notice: Reader;
  readonly repair: ((message: Message) => Message) | undefined;
}

type Readers = { readonly [word: string]: Reader };
type Repairs = ReadonlyMap<string, (message: Message) => Message>;

/** Frames to canonical messages, by a table of families and the readers of those that have a form of their own. */
export class FrameParser {
  readonly #entries = new Map<string, Entry>();
  readonly #readStreamEvent: Reader | undefined;

  constructor(families: Families, readers: Readers, repairs: Repairs) {
    for (const [word, { shape }] of Object.entries(families)) {
      this.#entries.set(word, {
        missing: requiredFields(shape),
        read: readers[word] ?? noticeReader(word),
        notice: noticeReader(word),
        repair: repairs.get(word),
      });
    }
    this.#readStreamEvent = repairs.has("stream_event") ? undefined : this.#entries.get("stream_event")?.read;
  }

  parse(frame: Frame): Canonical {
    switch (frame.type) {
      case "message":
        return this.#message(frame);
      case "control_request":
        return { kind: "control_request", requestId: frame.request_id, subtype: frame.request.subtype, frame };
      case "control_response":
        return readResponse(frame);
      case "control_cancel_request":
        return { kind: "control_cancel", requestId: frame.request_id, frame };
      case "unreadable":
        return { kind: "problem", code: frame.reason, word: undefined, field: undefined, frame };
    }
  }

  #message(frame: MessageFrame): Canonical {
    let { message } = frame;
    const { type } = message;
    // Four of five lines are stream events: the general way, by hash and closures, would cost as much again as the rest.
    if (type === "stream_event" && this.#readStreamEvent !== undefined && isWholeStreamEvent(message)) {
      return this.#readStreamEvent(message, frame);
    }
    // All of `system` differ by subtype; the subtypes of anything else are one family.
    const word = type === "system" ? wordOf(message) : type;
    const entry = this.#entries.get(word);
    if (entry === undefined)
      return { kind: "unknown", word, sessionId: sessionId(message.session_id), uuid: text(message.uuid), frame };
    if (entry.repair !== undefined) message = entry.repair(message);
    const field = entry.missing(message);
    if (field === undefined) return entry.read(message, frame);
    // What we cut to its ids ourselves is no fault of the agent.
    return frame.truncated ? entry.notice(message, frame) : problemWith(frame, "missing_field", word, field);
  }
}

/** What the shape of `stream_event` requires. */
function isWholeStreamEvent({ event }: Message): boolean {
  return isFields(event) && typeof event.type === "string";
}

/** What becomes of an unknown message when its adapter has decided. */
export function handled(unknown: Unknown, decision: UnknownHandling): Canonical | Skipped {
  switch (decision.handling) {
    case "pass":
      return unknown;
    case "skip":
      return { kind: "skipped", word: unknown.word, level: decision.level, reason: decision.reason };
    case "fatal":
      return problemWith(unknown.frame, "protocol_fatal", unknown.word, undefined);
  }
}

/** Says what was wrong with a message, and nothing of what was in it. */
function problemWith(
  frame: MessageFrame,
  code: "missing_field" | "protocol_fatal",
  word: string,
  field: string | undefined,
): Problem {
  const { lineNumber, bytes, message } = frame;
  const redacted = {
    type: "unreadable",
    reason: "missing_field",
    lineNumber,
    bytes,
    digest: digest(new TextEncoder().encode(shallowJson(message))),
  } as const;
  return { kind: "problem", code, word, field, frame: redacted };
}

/** Enough of a message to tell it from others; deep values cannot be encoded. */
function shallowJson(message: Message): string {
  return JSON.stringify(
    Object.entries(message).map(([key, value]) => [key, typeof value === "object" ? typeof value : value]),
  );
}

function readResponse(frame: ControlResponseFrame): Canonical {
  const { response } = frame;
  const failed = response.subtype === "error";
  return {
    kind: "control_response",
    requestId: response.request_id,
    error: failed ? (text(response.error) ?? "unknown error") : undefined,
    errorCode: text(response.error_code),
    payload: isFields(response.response) ? response.response : undefined,
    frame,
  };
}
