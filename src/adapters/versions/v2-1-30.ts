import type { Change } from "../change.ts";

export const v2_1_30: Change = {
  since: "2.1.30",
  absentIn: "2.1.15",
  notes: "summaries of tool uses, a changed mode is told",
  adds: {
    messages: ["system/status.permissionMode", "tool_use_summary", "system/files_persisted"],
  },
};
