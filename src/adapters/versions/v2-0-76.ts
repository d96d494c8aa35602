import type { Change } from "../change.ts";

export const v2_0_76: Change = {
  since: "2.0.76",
  absentIn: "2.0.70",
  notes:
    "system prompts and agents in initialize, open requests in answers; a part of a conversation by uuid (1.0.128: by the API's id)",
  adds: {
    controls: ["initialize.systemPrompt", "initialize.appendSystemPrompt", "initialize.agents"],
    answers: ["*.pending_permission_requests"],
    flags: ["--resume-session-at"],
  },
};
