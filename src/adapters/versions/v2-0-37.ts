import type { Change } from "../change.ts";

export const v2_0_37: Change = {
  since: "2.0.37",
  absentIn: "2.0.25",
  notes: "budgets, tool progress, status, the tool use a permission request is about",
  adds: {
    messages: [
      "tool_progress",
      "auth_status",
      "system/status",
      "result.errors",
      "result/error_max_budget_usd",
      "system/init.plugins",
    ],
    asks: ["can_use_tool.tool_use_id"],
    flags: ["--max-budget-usd", "--tools", "--append-system-prompt-file", "--allow-dangerously-skip-permissions"],
  },
};
