import type { ToolCall } from "./model-rules.ts";

/** What an agent keeps of a conversation, for whoever resumes it. */
export interface ModelConversation {
  readonly id: string;
  /** The call that was put off: it is asked about again when the conversation is resumed, until its result is written. */
  parked: ToolCall | undefined;
}
