import type { Change } from "../change.ts";

export const v2_1_197: Change = {
  since: "2.1.197",
  absentIn: "2.1.150",
  notes: "thinking tokens, notifications, open dialogs in answers",
  adds: {
    messages: [
      "assistant.tool_use_meta",
      "result.time_to_request_ms",
      "result.ttft_stream_ms",
      "system/notification",
      "system/thinking_tokens",
      "system/model_refusal_fallback",
      "system/model_refusal_no_fallback",
      "system/worker_shutting_down",
    ],
    controls: ["set_max_thinking_tokens.thinking_display", "initialize.supportedDialogKinds"],
    answers: ["*.pending_user_dialog_requests"],
  },
};
