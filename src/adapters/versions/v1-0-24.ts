import type { Change } from "../change.ts";

export const v1_0_24: Change = {
  since: "1.0.24",
  notes: "stream-json in both directions, several turns",
  adds: {
    messages: ["system/init", "assistant", "user", "result/success", "result/error_max_turns"],
    flags: [
      "--print",
      "--output-format",
      "--input-format",
      "--verbose",
      "--version",
      "--model",
      "--permission-mode",
      "--dangerously-skip-permissions",
      "--resume",
      "--continue",
      "--max-turns",
      "--allowedTools",
      "--disallowedTools",
      "--mcp-config",
      "--system-prompt",
      "--append-system-prompt",
      "--add-dir",
      "--debug",
    ],
    inputs: ["user"],
  },
};
