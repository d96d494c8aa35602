import type { AdapterChain } from "../../src/adapters/adapter-chain.ts";
import type { Word } from "../../src/adapters/change.ts";
import { version } from "../../src/util/version.ts";

/**
 * Words that came with a version, found by running versions and searching their bundles,
 * independently of the adapters: the first version that has it, the last that has not.
 */
export const landmarks: readonly (readonly [word: Word, first: string, absentIn: string])[] = [
  ["asks can_use_tool", "1.0.60", "1.0.57"],
  ["flags --permission-prompt-tool", "1.0.60", "1.0.57"],
  ["controls initialize", "1.0.64", "1.0.60"],
  ["messages result.permission_denials", "1.0.77", "1.0.70"],
  ["asks hook_callback", "1.0.85", "1.0.84"],
  ["controls initialize.hooks", "1.0.85", "1.0.84"],
  ["controls set_permission_mode", "1.0.85", "1.0.84"],
  ["messages control_cancel_request", "1.0.85", "1.0.77"],
  ["asks mcp_message", "1.0.93", "1.0.92"],
  ["flags --mcp-config=sdk", "1.0.93", "1.0.92"],
  ["asks can_use_tool.permission_suggestions", "1.0.95", "1.0.85"],
  ["flags --replay-user-messages", "1.0.95", "1.0.85"],
  ["flags --include-partial-messages", "1.0.109", "1.0.108"],
  ["messages stream_event", "1.0.109", "1.0.108"],
  ["controls set_model", "1.0.115", "1.0.105"],
  ["messages system/compact_boundary", "1.0.115", "1.0.105"],
  ["controls mcp_status", "1.0.123", "1.0.115"],
  ["flags --fork-session", "1.0.123", "1.0.115"],
  ["flags --setting-sources", "1.0.123", "1.0.115"],
  ["controls initialize.sdkMcpServers", "1.0.123", "1.0.115"],
  ["inputs keep_alive", "1.0.123", "1.0.115"],
  ["messages system/init.agents", "1.0.128", "1.0.123"],
  ["controls set_max_thinking_tokens", "2.0.25", "2.0.10"],
  ["messages system/init.claude_code_version", "2.0.25", "2.0.10"],
  ["messages tool_progress", "2.0.37", "2.0.25"],
  ["flags --max-budget-usd", "2.0.37", "2.0.25"],
  ["messages auth_status", "2.0.37", "2.0.25"],
  ["asks can_use_tool.blocked_path", "2.0.50", "2.0.37"],
  ["asks can_use_tool.decision_reason", "2.0.50", "2.0.37"],
  ["messages user.tool_use_result", "2.0.50", "2.0.37"],
  ["flags --json-schema", "2.0.50", "2.0.37"],
  ["controls rewind_files", "2.0.70", "2.0.60"],
  ["controls mcp_set_servers", "2.0.70", "2.0.60"],
  ["flags --no-session-persistence", "2.0.70", "2.0.60"],
  // §8 has 2.0.25 from the bundle's text; up to 2.0.70 the tool is refused with stdio prompts (recorded, h1).
  ["tools AskUserQuestion", "2.0.72", "2.0.70"],
  // 2.0.70 takes the files back at once and says nothing of them (recorded, k1).
  ["controls rewind_files.dry_run", "2.1.0", "2.0.70"],
  ["messages system/task_notification", "2.1.15", "2.1.0"],
  ["messages system/hook_started", "2.1.15", "2.1.0"],
  ["controls mcp_reconnect", "2.1.15", "2.1.0"],
  ["controls mcp_toggle", "2.1.15", "2.1.0"],
  ["messages system/status.permissionMode", "2.1.30", "2.1.15"],
  ["messages system/task_started", "2.1.45", "2.1.30"],
  ["controls stop_task", "2.1.45", "2.1.30"],
  ["messages rate_limit_event", "2.1.45", "2.1.30"],
  ["inputs unknown_control", "2.1.45", "2.1.30"],
  // The bundle of 2.1.15 has the string; 2.1.15 and 2.1.30 never answer, 2.1.45 answers "unsupported" (recorded, k2).
  ["controls mcp_clear_auth", "2.1.59", "2.1.45"],
  ["controls apply_flag_settings", "2.1.59", "2.1.45"],
  ["inputs control_cancel_request", "2.1.59", "2.1.45"],
  ["controls get_settings", "2.1.70", "2.1.59"],
  ["messages system/api_retry", "2.1.80", "2.1.70"],
  ["controls cancel_async_message", "2.1.80", "2.1.70"],
  ["controls end_session", "2.1.80", "2.1.70"],
  ["messages system/session_state_changed", "2.1.90", "2.1.80"],
  ["controls get_context_usage", "2.1.90", "2.1.80"],
  ["controls seed_read_state", "2.1.90", "2.1.80"],
  ["controls reload_plugins", "2.1.90", "2.1.80"],
  ["messages result.terminal_reason", "2.1.101", "2.1.90"],
  ["asks request_user_dialog", "2.1.101", "2.1.90"],
  ["messages result.api_error_status", "2.1.110", "2.1.101"],
  ["inputs user.shouldQuery", "2.1.110", "2.1.101"],
  // §8 has 2.1.110 from the bundle's text; 2.1.110 answers "unsupported" (recorded, k1).
  ["controls rename_session", "2.1.150", "2.1.110"],
  ["asks can_use_tool.decision_reason_type", "2.1.150", "2.1.110"],
  ["messages system/thinking_tokens", "2.1.197", "2.1.150"],
  // §8 has 2.1.197 or 2.1.325 for these; recordings of 2.1.250 and 2.1.300 narrow it down.
  ["messages command_lifecycle", "2.1.250", "2.1.197"],
  ["messages conversation_reset", "2.1.250", "2.1.197"],
  ["controls get_usage", "2.1.250", "2.1.197"],
  ["controls list_models", "2.1.250", "2.1.197"],
  ["answers interrupt.still_queued", "2.1.250", "2.1.197"],
  ["answers *.error_code", "2.1.300", "2.1.250"],
  ["controls initialize.sdkMcpServerManifests", "2.1.300", "2.1.250"],
  ["inputs allow_without_input", "2.1.325", "2.1.300"],
  ["controls set_has_subscribers", "2.1.325", "2.1.300"],
];

/** The landmarks a chain of adapters gets wrong. */
export function missedLandmarks(chain: AdapterChain): string[] {
  return landmarks.flatMap(([word, first, absentIn]) => {
    const wrong = [];
    if (!chain.at(version(first)).has(word)) wrong.push(`${first} should have ${word}`);
    if (chain.at(version(absentIn)).has(word)) wrong.push(`${absentIn} should lack ${word}`);
    return wrong;
  });
}
