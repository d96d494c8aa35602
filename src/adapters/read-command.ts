import type { Command, Prompt } from "../wire/command.ts";
import { type Fields, isFields, list, text } from "../wire/fields.ts";
import type { Frame, Message } from "../wire/frame.ts";

/**
 * What a host's frame means: the agent's side of `format`. Takes the words of
 * both dialects. Undefined for what says nothing to an agent.
 */
export function readCommand(frame: Frame): Command | undefined {
  switch (frame.type) {
    case "control_request": {
      const { subtype, ...payload } = frame.request;
      return { kind: "request", requestId: frame.request_id, subtype, payload };
    }
    case "control_response": {
      const { request_id: requestId, subtype, response, error, error_code } = frame.response;
      if (subtype === "error") {
        const errorCode = text(error_code);
        return {
          kind: "error_answer",
          requestId,
          error: text(error) ?? "",
          ...(errorCode !== undefined && { errorCode }),
        };
      }
      return isFields(response) ? { kind: "answer", requestId, payload: response } : { kind: "answer", requestId };
    }
    case "control_cancel_request":
      return { kind: "cancel", requestId: frame.request_id };
    case "message":
      return readMessage(frame.message);
    case "unreadable":
      return undefined;
  }
}

function readMessage(message: Message): Command | undefined {
  if (message.type === "keep_alive") return { kind: "keep_alive" };
  if (message.type === "control") return readSeed001Control(message);
  if (message.type !== "user" || !isFields(message.message) || message.message.role !== "user") return undefined;
  return readPrompt(message, message.message);
}

function readPrompt(message: Message, inner: Fields): Prompt {
  const {
    type: _type,
    message: _message,
    session_id,
    parent_tool_use_id,
    uuid,
    priority,
    shouldQuery,
    ...more
  } = message;
  const sessionId = text(session_id);
  const parentToolUseId = text(parent_tool_use_id);
  return {
    kind: "prompt",
    content: typeof inner.content === "string" ? inner.content : (list(inner.content) as readonly Fields[]),
    ...(sessionId !== undefined && sessionId !== "" && { sessionId }),
    ...(parentToolUseId !== undefined && { parentToolUseId }),
    ...(typeof uuid === "string" && { uuid }),
    ...((priority === "now" || priority === "next" || priority === "later") && { priority }),
    ...(typeof shouldQuery === "boolean" && { shouldQuery }),
    ...(Object.keys(more).length > 0 && { more }),
  };
}

/** The `control` of seed 001 (docs/dialects.md) has no id: nothing is ever matched to its answer. */
function readSeed001Control({ action, type: _type, ...payload }: Message): Command | undefined {
  return typeof action === "string" ? { kind: "request", requestId: "", subtype: action, payload } : undefined;
}
