import { common, family } from "./family.ts";

/** A raw event of the model API's stream, `ping` left out; main thread only. */
export const streamEvent = family("with --include-partial-messages", {
  ...common,
  event: { type: "string" },
  parent_tool_use_id: "string?",
  api_message_id: "string?",
  ttft_ms: "number?",
  user_message_uuid: "string?",
  user_message_uuids: "list?",
  thinking_display: "string?",
  abandoned_blocks: "list?",
  owed_rows: "any?",
});
