import type { Change } from "../change.ts";

export const v1_0_115: Change = {
  since: "1.0.115",
  absentIn: "1.0.105",
  notes: "another model in mid-session, compaction",
  adds: {
    messages: ["result.modelUsage", "system/compact_boundary"],
    controls: ["set_model"],
    answers: ["initialize.models"],
  },
};
