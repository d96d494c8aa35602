import type { Change } from "../change.ts";

export const v2_0_76: Change = {
  since: "2.0.76",
  absentIn: "2.0.70",
  notes: "system prompts and agents in initialize, open requests in answers",
  adds: {
    controls: ["initialize.systemPrompt", "initialize.appendSystemPrompt", "initialize.agents"],
    answers: ["*.pending_permission_requests"],
  },
};
