import { saysUnknownConversation } from "../../conversation/unknown-conversation.ts";
import type { AgentExit } from "../holding/held-agent.ts";

/** What was known of an agent when it ended. */
export interface BeforeExit {
  /** It was told to end. */
  readonly isEnding: boolean;
  /** It had answered; it could take prompts. */
  readonly isReady: boolean;
  /** No prompt waited for its result. */
  readonly isSettled: boolean;
  /** It was started to go on with a conversation. */
  readonly wasResuming: boolean;
  /** It said that it does not know the conversation. */
  readonly refusedToResume: boolean;
  /** It did not answer in time, and was ended for that. */
  readonly wasMute: boolean;
}

/**
 * `expected`: it did as it was told, or had nothing to do. `forgotten`: it does not have the conversation; only its own
 * word counts for that, whatever else ended it may not happen again. `crashed`: anything else.
 */
export function judgeExit({ exitCode, stderr }: AgentExit, before: BeforeExit): "expected" | "forgotten" | "crashed" {
  if (before.isEnding || (exitCode === 0 && before.isSettled && before.isReady)) return "expected";
  const failed = exitCode !== null && exitCode !== 0;
  const saysSo = before.refusedToResume || saysUnknownConversation(stderr);
  return before.wasResuming && !before.isReady && !before.wasMute && failed && saysSo ? "forgotten" : "crashed";
}
