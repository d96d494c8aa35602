import { common, family } from "./family.ts";

/**
 * One finished content block; the blocks of one API message share `message.id`.
 * The final stop reason and usage are in `message_delta` or `result`, not here.
 */
export const assistant = family("once per finished content block", {
  ...common,
  message: { content: "any", id: "string?", model: "string?", stop_reason: "string?", usage: "object?" },
  parent_tool_use_id: "string?",
  timestamp: "string?",
  request_id: "string?",
  error: "string?",
  is_api_error_message: "boolean?",
  api_error: "string?",
  api_error_status: "number?",
  api_error_type: "string?",
  api_error_params: "object?",
  aborted: "boolean?",
  tool_use_meta: "any?",
  user_message_uuid: "string?",
  user_message_uuids: "list?",
  agent_id: "string?",
  subagent_type: "string?",
  task_description: "string?",
  supersedes: "any?",
  context_usage: "any?",
  local_command_run: "any?",
  local_command_source: "any?",
  refused_message_id: "string?",
  thinking_display: "string?",
  thinking_duration_ms: "number?",
});
