import type { Change } from "../change.ts";

export const v2_1_110: Change = {
  since: "2.1.110",
  absentIn: "2.1.101",
  notes: "the status of a failed API request, prompts without a turn",
  adds: {
    messages: [
      "result.api_error_status",
      "stream_event.ttft_ms",
      "system/init.memory_paths",
      "system/status.compact_result",
      "system/memory_recall",
    ],
    answers: ["side_question.synthetic"],
    inputs: ["user.shouldQuery"],
  },
};
