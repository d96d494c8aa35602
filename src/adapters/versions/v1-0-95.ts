import type { Change } from "../change.ts";

export const v1_0_95: Change = {
  since: "1.0.95",
  absentIn: "1.0.85",
  notes: "permission suggestions, uuids",
  adds: {
    messages: ["assistant.uuid", "user.uuid", "result.uuid", "system/init.uuid"],
    asks: ["can_use_tool.permission_suggestions"],
    flags: ["--replay-user-messages"],
  },
};
