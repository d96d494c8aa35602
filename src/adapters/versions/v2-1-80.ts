import type { Change } from "../change.ts";

export const v2_1_80: Change = {
  since: "2.1.80",
  absentIn: "2.1.70",
  notes: "API retries are told, queued prompts can be dropped",
  adds: {
    messages: [
      "system/api_retry",
      "system/task_progress",
      "system/task_started.prompt",
      "system/task_notification.usage",
      "user.timestamp",
    ],
    controls: [
      "cancel_async_message",
      "end_session",
      "generate_session_title",
      "side_question",
      "initialize.agentProgressSummaries",
      "claude_authenticate",
      "claude_oauth_callback",
      "claude_oauth_wait_for_completion",
    ],
    answers: ["get_settings.applied"],
  },
};
