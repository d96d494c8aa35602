import { type Event, PromptState } from "../../../src/api/gen/bridle/v1/event_pb.js";
import { SessionState } from "../../../src/api/gen/bridle/v1/session_pb.js";
import { isFields, parseJson } from "./content.ts";
import { retryWords } from "./note.ts";

/** What the agent does now. */
export type Activity =
  | { readonly at: "rest" }
  | { readonly at: "work"; readonly sinceMs: number; readonly what: string };

export const rest: Activity = { at: "rest" };

/** After an event. The same object where nothing changes. */
export function activityAfter(activity: Activity, event: Event): Activity {
  const { kind } = event;
  if (kind.case === "turnComplete") return rest;
  if (kind.case === "statusChange")
    return [SessionState.IDLE, SessionState.CLOSED, SessionState.CRASHED].includes(kind.value.state) ? rest : activity;
  // What a sub-agent does is told where it is started.
  if (event.parentToolUseId !== "") return activity;
  const what = doing(event);
  if (what === undefined || (activity.at === "work" && activity.what === what)) return activity;
  const sinceMs = activity.at === "work" && kind.case !== "prompt" ? activity.sinceMs : Number(event.timeMs);
  return { at: "work", sinceMs, what };
}

function doing({ kind }: Event): string | undefined {
  switch (kind.case) {
    case "prompt":
      return kind.value.state === PromptState.SENT ? "Waiting for the agent" : undefined;
    case "textDelta":
      return "Writing";
    case "thinkingDelta":
      return "Thinking";
    case "toolInputDelta":
      return kind.value.name === "" ? undefined : `Preparing ${kind.value.name}`;
    case "toolStart":
      return `Running ${kind.value.name}`;
    case "toolResult":
      return "Waiting for the model";
    case "agentStatus": {
      const { status, fieldsJson } = kind.value;
      const fields = parseJson(fieldsJson);
      return status === "api_retry" && isFields(fields) ? retryWords(fields) : statuses[status];
    }
    default:
      return undefined;
  }
}

const statuses: { readonly [status: string]: string } = {
  requesting: "Waiting for the model",
  compacting: "Compacting the conversation",
};
