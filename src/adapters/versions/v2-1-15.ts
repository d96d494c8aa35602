import type { Change } from "../change.ts";

export const v2_1_15: Change = {
  since: "2.1.15",
  absentIn: "2.1.0",
  notes: "hooks of settings files are told, tasks report their end",
  adds: {
    messages: [
      "system/hook_started",
      "system/hook_response.hook_id",
      "system/hook_response.output",
      "system/hook_response.outcome",
      "system/task_notification",
    ],
    controls: ["mcp_reconnect", "mcp_toggle"],
    inputs: ["update_environment_variables"],
  },
};
