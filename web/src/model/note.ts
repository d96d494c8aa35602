import type { Event } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { SessionState } from "../../../src/api/gen/bridle/v1/session_pb.js";
import { isFields, parseJson } from "./content.ts";
import type { Fields, NoteRow } from "./row.ts";

export interface Note extends Pick<NoteRow, "topic" | "tone" | "details"> {
  readonly text: string;
}

/** What a person is told of an event that has no form of its own; undefined: nothing. */
export function noteOf({ kind }: Event): Note | undefined {
  switch (kind.case) {
    case "error":
      return { topic: "error", tone: "error", text: kind.value.message, details: kind.value.code };
    case "unknown":
      return {
        topic: "unknown",
        tone: "plain",
        text: `The agent sent “${kind.value.word}”, which this version of Bridle does not know`,
        details: kind.value.payloadJson,
      };
    case "statusChange":
      return ofState(kind.value.state, kind.value.reason);
    case "notice":
      return ofNotice(kind.value.word, kind.value.fieldsJson);
    case "agentStatus":
      return ofStatus(kind.value.status, kind.value.fieldsJson);
    default:
      return undefined;
  }
}

function ofState(state: SessionState, reason: string): Note | undefined {
  if (state === SessionState.CRASHED)
    return { topic: "end", tone: "error", text: `The agent ended unexpectedly. ${reason}`.trim(), details: "" };
  if (state === SessionState.CLOSED)
    return { topic: "end", tone: "plain", text: `The session was closed. ${reason}`.trim(), details: "" };
  return undefined;
}

function ofStatus(status: string, fieldsJson: string): Note | undefined {
  const said = statusTexts[status]?.(fieldsOf(fieldsJson));
  return said && { topic: status, details: fieldsJson, ...said };
}

/** Bridle's own notices have a message; of the agent's only warnings and what changes the conversation are worth a line. */
function ofNotice(word: string, fieldsJson: string): Note | undefined {
  const fields = fieldsOf(fieldsJson);
  const known = noticeTexts[word]?.(fields);
  if (known !== undefined) return { topic: word, details: fieldsJson, ...known };
  const message = [fields.message, fields.content, fields.text].find((one) => typeof one === "string" && one !== "");
  if (word.startsWith("bridle/")) {
    const text = message ?? word.slice("bridle/".length).replaceAll("_", " ");
    return { topic: word, tone: "warning", text: String(text), details: fieldsJson };
  }
  const isWarning = fields.level === "warning" || fields.level === "error" || fields.priority === "immediate";
  return isWarning && message !== undefined
    ? { topic: word, tone: "warning", text: String(message), details: fieldsJson }
    : undefined;
}

type Texts = { readonly [word: string]: (fields: Fields) => Pick<Note, "tone" | "text"> };

const statusTexts: Texts = {
  compact_boundary: ({ compact_metadata: facts }) => {
    const { pre_tokens: tokens, trigger } = isFields(facts) ? facts : {};
    const before = typeof tokens === "number" ? `, from ${tokens.toLocaleString("en")} tokens` : "";
    const why = trigger === "auto" ? " because it was getting long" : "";
    return { tone: "plain", text: `The conversation was compacted${why}${before}: the agent continues with a summary` };
  },
  api_retry: (fields) => ({ tone: "warning", text: retryWords(fields) }),
};

const noticeTexts: Texts = {
  "bridle/worktree": ({ message }) => ({ tone: "plain", text: String(message) }),
  "bridle/files_rewound": ({ message }) => ({ tone: "plain", text: String(message) }),
  "system/model_fallback": ({ original_model: from, fallback_model: to }) => ({
    tone: "warning",
    text: `Another model is answering: ${String(to)} instead of ${String(from)}`,
  }),
  "system/model_refusal_no_fallback": () => ({ tone: "warning", text: "The model refused to answer" }),
};

function fieldsOf(json: string): Fields {
  const value = parseJson(json);
  return isFields(value) ? value : {};
}

const failures: { readonly [error: string]: string } = {
  rate_limit: "The model's API had too many requests",
  overloaded: "The model's API is overloaded",
  server_error: "The model's API failed",
  authentication_failed: "The model's API does not accept the key",
};

/** "The model's API is overloaded: trying again in 2 s (3 of 10)". */
export function retryWords({ error, attempt, max_retries: most, retry_delay_ms: delayMs }: Fields): string {
  const what = failures[String(error)] ?? "The model's API failed";
  const when = typeof delayMs === "number" ? ` in ${Math.max(1, Math.round(delayMs / 1000))} s` : "";
  const which = typeof attempt === "number" ? ` (${attempt}${typeof most === "number" ? ` of ${most}` : ""})` : "";
  return `${what}: trying again${when}${which}`;
}
