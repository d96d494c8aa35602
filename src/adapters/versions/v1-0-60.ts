import type { Change } from "../change.ts";

export const v1_0_60: Change = {
  since: "1.0.60",
  absentIn: "1.0.57",
  notes: "permission prompts on stdio",
  adds: {
    messages: ["result/error_during_execution"],
    asks: ["can_use_tool"],
    flags: [
      "--permission-prompt-tool",
      "--session-id",
      "--fallback-model",
      "--strict-mcp-config",
      "--system-prompt-file",
    ],
    inputs: ["control_response"],
  },
};
