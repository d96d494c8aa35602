import type { Change } from "../change.ts";

export const v2_1_101: Change = {
  since: "2.1.101",
  absentIn: "2.1.90",
  notes: "why a turn ended, dialogs",
  adds: {
    messages: ["result.terminal_reason", "system/task_updated"],
    asks: ["request_user_dialog", "can_use_tool.display_name"],
    controls: ["initialize.excludeDynamicSections"],
    flags: ["--exclude-dynamic-system-prompt-sections"],
  },
  read: {
    // Up to 2.1.197 a turn that the API failed claims to have been completed.
    result: (m) =>
      m.subtype === "success" && m.is_error === true && m.terminal_reason === "completed"
        ? { ...m, terminal_reason: "api_error" }
        : m,
  },
};
