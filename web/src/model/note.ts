import type { Event } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { SessionState } from "../../../src/api/gen/bridle/v1/session_pb.js";
import { isFields, parseJson } from "./content.ts";
import type { NoteRow } from "./row.ts";

export type Note = Pick<NoteRow, "tone" | "text" | "details">;

/** What a person is told of an event that has no form of its own; undefined: nothing. */
export function noteOf({ kind }: Event): Note | undefined {
  switch (kind.case) {
    case "error":
      return { tone: "error", text: kind.value.message, details: kind.value.code };
    case "unknown":
      return {
        tone: "plain",
        text: `The agent said “${kind.value.word}”, which this version of Bridle does not know`,
        details: kind.value.payloadJson,
      };
    case "statusChange":
      return ofState(kind.value.state, kind.value.reason);
    case "notice":
      return ofNotice(kind.value.word, kind.value.fieldsJson);
    default:
      return undefined;
  }
}

function ofState(state: SessionState, reason: string): Note | undefined {
  if (state === SessionState.CRASHED)
    return { tone: "error", text: `The agent ended unexpectedly. ${reason}`.trim(), details: "" };
  if (state === SessionState.CLOSED)
    return { tone: "plain", text: `The session was closed. ${reason}`.trim(), details: "" };
  return undefined;
}

/** Bridle's own notices have a message; of the agent's only warnings and what changes the conversation are worth a line. */
function ofNotice(word: string, fieldsJson: string): Note | undefined {
  const fields = parseJson(fieldsJson);
  const value = isFields(fields) ? fields : {};
  const message =
    typeof value.message === "string" ? value.message : typeof value.content === "string" ? value.content : undefined;
  if (word.startsWith("bridle/"))
    return { tone: "warning", text: message ?? word.slice("bridle/".length).replaceAll("_", " "), details: fieldsJson };
  if (word === "compact_boundary")
    return { tone: "plain", text: "The conversation was compacted", details: fieldsJson };
  const isWarning = value.level === "warning" || value.level === "error";
  return isWarning && message !== undefined ? { tone: "warning", text: message, details: fieldsJson } : undefined;
}
