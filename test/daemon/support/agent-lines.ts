/** What an agent begins a turn with. */
export const init = {
  ...{ type: "system", subtype: "init", session_id: "conversation", cwd: "/w", tools: [], mcp_servers: [] },
  ...{ model: "m", permissionMode: "default", claude_code_version: "2.1.325" },
};

/** What it ends a turn with. */
export function result(prompt: string | undefined, more: object = {}): object {
  const named = prompt === undefined ? {} : { user_message_uuids: [prompt] };
  const usage = { input_tokens: 3, output_tokens: 4 };
  return { type: "result", subtype: "success", is_error: false, result: "done", usage, ...named, ...more };
}

export function permission(requestId: string, input: object = { command: "ls" }, more: object = {}): object {
  const request = { subtype: "can_use_tool", tool_name: "Bash", input, tool_use_id: `use-${requestId}`, ...more };
  return { type: "control_request", request_id: requestId, request };
}

export function question(requestId: string): object {
  const options = [{ label: "Red" }, { label: "Blue" }];
  const input = { questions: [{ question: "Which?", header: "Colour", multiSelect: false, options }] };
  return permission(requestId, input, { tool_name: "AskUserQuestion" });
}

/** The one hook that we register, called before a tool is used. */
export function hook(requestId: string, more: object = {}): object {
  const input = { tool_name: "Bash", tool_input: { command: "ls" }, cwd: "/elsewhere" };
  const request = {
    subtype: "hook_callback",
    callback_id: "bridle_pre_tool_use",
    input,
    tool_use_id: `use-${requestId}`,
  };
  return { type: "control_request", request_id: requestId, request: { ...request, ...more } };
}

/** Its answer to a request of ours. */
export function success(requestId: string, response: object = {}): object {
  return { type: "control_response", response: { subtype: "success", request_id: requestId, response } };
}

export function refusal(requestId: string, error: string): object {
  return { type: "control_response", response: { subtype: "error", request_id: requestId, error } };
}
