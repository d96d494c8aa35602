import type { Change } from "../change.ts";

export const v2_1_89: Change = {
  since: "2.1.89",
  absentIn: "2.1.88",
  notes: "a hook can put a tool call off; it waits with the conversation",
  adds: {
    // The last four only where a call is taken up again: it says what it writes into its transcript.
    messages: [
      "result.deferred_tool_use",
      "attachment",
      "progress",
      "user.toolUseResult",
      "user.sourceToolAssistantUUID",
    ],
    inputs: ["hook_defer"],
  },
};
