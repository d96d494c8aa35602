import type { Change } from "../change.ts";

export const v2_1_59: Change = {
  since: "2.1.59",
  absentIn: "2.1.45",
  notes: "survives unknown types and withdrawn requests of the host; settings as if by flag",
  adds: {
    messages: ["system/task_started.tool_use_id", "system/task_notification.tool_use_id"],
    controls: ["apply_flag_settings", "mcp_authenticate", "mcp_clear_auth", "initialize.promptSuggestions"],
    flags: ["--thinking"],
    inputs: ["unknown_type", "control_cancel_request"],
  },
};
