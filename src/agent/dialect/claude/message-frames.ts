import type { ContentBlock } from "../../model/content-block.ts";
import type { MessageFacts, SpokenFrame, ToolResultFacts } from "../voice.ts";

// Frames that the agent and those that work for it have in common.

/** A finished block of an answer. */
export function assistantFrame(block: ContentBlock, { id, model, usage, uuid, requestId }: MessageFacts): SpokenFrame {
  return {
    type: "assistant",
    message: {
      id,
      type: "message",
      role: "assistant",
      model,
      content: [block],
      // The end is only known when all of it is there: `message_delta` and the result tell it.
      stop_reason: null,
      stop_sequence: null,
      usage,
      context_management: null,
    },
    parent_tool_use_id: null,
    uuid,
    timestamp: now(),
    ...(requestId !== undefined && { request_id: requestId }),
  };
}

export function toolResultFrame({ uuid, toolUseId, content, isError, details, meta }: ToolResultFacts): SpokenFrame {
  const failed = isError === undefined ? {} : { is_error: isError };
  const result = { type: "tool_result", tool_use_id: toolUseId, content, ...failed };
  return {
    type: "user",
    message: { role: "user", content: [result] },
    parent_tool_use_id: null,
    uuid,
    timestamp: now(),
    tool_use_result: details,
    tool_result_meta: [{ id: toolUseId, ...meta }],
  };
}

export function userFrame(text: string, uuid?: string): SpokenFrame {
  const message = { role: "user", content: [{ type: "text", text }] };
  return { type: "user", message, parent_tool_use_id: null, timestamp: now(), ...(uuid !== undefined && { uuid }) };
}

function now(): string {
  return new Date().toISOString();
}
