import type { Canonical, Skipped } from "../wire/canonical.ts";
import { isFields, text } from "../wire/fields.ts";
import type { ControlResponseFrame, Frame, Message, MessageFrame } from "../wire/frame.ts";
import { type Families, wordOf } from "../wire/messages.ts";
import { type MissingField, requiredFields } from "../wire/shape.ts";
import type { UnknownHandling } from "./protocol-adapter.ts";
import { noticeReader, type Reader } from "./read-message.ts";

interface Entry {
  readonly missing: MissingField;
  readonly read: Reader;
}

export type Readers = { readonly [word: string]: Reader };
export type Repairs = ReadonlyMap<string, (message: Message) => Message>;

/** Frames to canonical messages, by a table of families and the readers of those that have a form of their own. */
export class FrameParser {
  readonly #entries = new Map<string, Entry>();
  readonly #streamEvent: Entry | undefined;
  readonly #repairs: Repairs;
  readonly #handleUnknown: (word: string, message: Message) => UnknownHandling;

  constructor(
    families: Families,
    readers: Readers,
    repairs: Repairs,
    handleUnknown: (word: string, message: Message) => UnknownHandling,
  ) {
    for (const [word, { shape }] of Object.entries(families)) {
      this.#entries.set(word, { missing: requiredFields(shape), read: readers[word] ?? noticeReader(word) });
    }
    this.#streamEvent = this.#entries.get("stream_event");
    this.#repairs = repairs;
    this.#handleUnknown = handleUnknown;
  }

  parse(frame: Frame): Canonical | Skipped {
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

  #message(frame: MessageFrame): Canonical | Skipped {
    let { message } = frame;
    const { type } = message;
    // All of `system` differ by subtype; the subtypes of anything else are one family.
    const word = type === "system" ? wordOf(message) : type;
    // Four of five lines are stream events; comparing is cheaper than hashing a fresh string.
    const entry = type === "stream_event" ? this.#streamEvent : this.#entries.get(word);
    if (entry === undefined) return this.#unknown(word, frame);
    const repair = this.#repairs.size > 0 ? this.#repairs.get(word) : undefined;
    if (repair !== undefined) message = repair(message);
    const field = entry.missing(message);
    if (field !== undefined) return { kind: "problem", code: "missing_field", word, field, frame };
    return entry.read(message, frame);
  }

  #unknown(word: string, frame: MessageFrame): Canonical | Skipped {
    const { message } = frame;
    const unknown = this.#handleUnknown(word, message);
    switch (unknown.handling) {
      case "pass":
        return { kind: "unknown", word, sessionId: text(message.session_id), uuid: text(message.uuid), frame };
      case "fatal":
        return { kind: "problem", code: "protocol_fatal", word, field: undefined, frame };
      case "skip":
        return { kind: "skipped", word, level: unknown.level, reason: unknown.reason };
    }
  }
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
