import { family } from "./family.ts";

const common = { session_id: "string?" } as const;

/** What an agent says in the dialect of seed 001 (docs/dialects.md): another `system/status`, its own notices, whole messages. */
export const seed001Families = {
  assistant: family("an answer, all its blocks at once", {
    ...common,
    message: { content: "any", role: "string?", model: "string?" },
  }),
  result: family("end of every turn", {
    ...common,
    subtype: "string?",
    duration_ms: "number?",
    is_error: "boolean?",
    num_turns: "number?",
    result: "string?",
    usage: "object?",
  }),
  "system/queued": family("a message came during a turn", { ...common, position: "number?" }),
  "system/injected": family("queued messages joined the turn", {
    ...common,
    message_count: "number?",
    content_length: "number?",
  }),
  "system/tool_result": family("a tool ended", {
    ...common,
    tool_result: { tool_use_id: "string", content: "any?", is_error: "boolean?" },
  }),
  "system/error": family("something failed", { ...common, message: "string?" }),
  "system/consolidation": family("memory was written", {
    ...common,
    entries_created: "number?",
    entries_updated: "number?",
  }),
  "system/status": family("answer to control/status", { ...common, running: "boolean?", queued_messages: "number?" }),
  "system/heartbeat_ack": family("answer to control/heartbeat", { ...common, timestamp: "any?" }),
} as const;
