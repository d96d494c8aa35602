import { common, family } from "./family.ts";

/** From the agent: a tool result, a replayed prompt, or text the agent put in itself. */
export const user = family("once per tool result; replays and synthetic prompts", {
  ...common,
  message: { content: "any", role: "string?" },
  parent_tool_use_id: "string?",
  timestamp: "string?",
  tool_use_result: "any?",
  toolUseResult: "any?",
  sourceToolAssistantUUID: "string?",
  tool_result_meta: "list?",
  isReplay: "boolean?",
  isSynthetic: "boolean?",
  agent_id: "string?",
  subagent_type: "string?",
  task_description: "string?",
  refused_message_id: "string?",
});
