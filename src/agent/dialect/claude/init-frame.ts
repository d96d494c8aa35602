import type { AgentSession } from "../../session/agent-session.ts";
import type { SpokenFrame } from "../voice.ts";

/** What the agent says of itself. */
export interface SelfDescription {
  /** The version of Claude Code whose words it speaks. */
  readonly spokenVersion: string;
  readonly tools: readonly string[];
  readonly mcpServers: readonly { readonly name: string; readonly status: string; readonly source: string }[];
  /** Declarations of servers that cannot be used. */
  readonly mcpProblems: readonly object[];
  readonly commands: readonly string[];
  readonly skills: readonly string[];
  readonly agents: readonly string[];
  readonly apiKeySource: string;
}

/** Parts of the protocol that hosts look for before they use them; only what this agent really does. */
export const capabilities = [
  "interrupt_receipt_v1",
  "interrupt_cancel_queued_v1",
  "msg_lifecycle_v1",
  "ask_user_question_unanswered_v1",
  "sdk_mcp_tools_list_changed",
] as const;

/** `system/init`: the start of every turn. */
export function initFrame(session: AgentSession, description: SelfDescription, uuids: readonly string[]): SpokenFrame {
  return {
    type: "system",
    subtype: "init",
    cwd: session.folder,
    session_id: session.id,
    tools: description.tools,
    mcp_servers: description.mcpServers.map(({ name, status, source }) => ({ name, status, source })),
    model: session.model,
    permissionMode: session.permissions.mode,
    slash_commands: description.commands,
    apiKeySource: description.apiKeySource,
    claude_code_version: description.spokenVersion,
    output_style: "default",
    agents: description.agents,
    skills: description.skills,
    plugins: [],
    capabilities,
    analytics_disabled: true,
    product_feedback_disabled: true,
    original_cwd: session.cwd,
    additional_directories: session.permissions.directories,
    fast_mode_state: "off",
    ...(description.mcpProblems.length > 0 && { mcp_server_errors: description.mcpProblems }),
    ...(uuids.length > 0 && { user_message_uuids: uuids }),
  };
}
