import { common, family } from "./family.ts";

/** Top-level types that are neither conversation nor `system`. */
export const notices = {
  command_lifecycle: family("for every user message with a uuid", {
    ...common,
    command_uuid: "string",
    state: "string",
  }),
  conversation_reset: family("/clear; the session id changes after it", {
    ...common,
    new_conversation_id: "string",
    trigger: "string?",
    timestamp: "string?",
    user_message_uuid: "string?",
  }),
  tool_progress: family("every 30 s of a running tool", {
    ...common,
    tool_use_id: "string",
    tool_name: "string?",
    parent_tool_use_id: "string?",
    elapsed_time_seconds: "number?",
    heartbeat: "boolean?",
    task_id: "string?",
  }),
  attachment: family("what a hook came to, where a parked tool call is taken up again", {
    ...common,
    attachment: "object?",
    timestamp: "string?",
    parent_tool_use_id: "string?",
    rendered: "list?",
    renderedRole: "string?",
  }),
  progress: family("a hook works, where a parked tool call is taken up again; up to 2.1.113", {
    ...common,
    data: "object?",
    toolUseID: "string?",
    parentToolUseID: "string?",
    parent_tool_use_id: "string?",
    timestamp: "string?",
  }),
  keep_alive: family("to keep a connection open; says nothing", {}),
  tool_use_summary: family("a summary of tool uses", {
    ...common,
    summary: "string?",
    preceding_tool_use_ids: "list?",
  }),
  auth_status: family("the state of a login", {
    ...common,
    isAuthenticating: "boolean?",
    output: "list?",
    error: "string?",
  }),
  rate_limit_event: family("a limit of the subscription", { ...common, rate_limit_info: "object?" }),
  prompt_suggestion: family("a suggested next prompt", { ...common, suggestion: "string?" }),
  active_goal: family("the goal the agent follows", { ...common }),
} as const;
