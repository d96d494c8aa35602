import type { Change } from "../change.ts";

export const v2_0_50: Change = {
  since: "2.0.50",
  absentIn: "2.0.37",
  notes: "structured output, why a permission is asked",
  adds: {
    messages: [
      "assistant.error",
      "result.structured_output",
      "result/error_max_structured_output_retries",
      "user.tool_use_result",
    ],
    asks: ["can_use_tool.agent_id", "can_use_tool.decision_reason", "can_use_tool.blocked_path"],
    controls: ["mcp_message", "initialize.jsonSchema"],
    flags: ["--json-schema"],
  },
};
