import { type Fields, isFields, text } from "../../wire/fields.ts";

/** The one hook we register: it sees every tool use, also those that the agent allows by itself. */
export const preToolUseId = "bridle_pre_tool_use";

/** What a `PreToolUse` hook is told of. */
export interface HookedTool {
  readonly toolName: string;
  readonly input: Fields;
  readonly toolUseId: string;
  readonly folder: string | undefined;
  /** Its permission mode at the moment. */
  readonly mode: string | undefined;
  /** The sub-agent that uses it. */
  readonly agentId: string | undefined;
}

export function hookedTool(payload: Fields): HookedTool {
  const input = isFields(payload.input) ? payload.input : {};
  return {
    toolName: text(input.tool_name) ?? "",
    input: isFields(input.tool_input) ? input.tool_input : {},
    toolUseId: text(payload.tool_use_id) ?? "",
    folder: text(input.cwd),
    mode: text(input.permission_mode),
    agentId: text(input.agent_id),
  };
}
