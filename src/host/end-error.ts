import { closedError } from "../conversation/closed-error.ts";
import type { TurnOutcome } from "../conversation/turn-result.ts";
import { saysUnknownConversation, unknownConversation } from "../conversation/unknown-conversation.ts";
import { isBridleError } from "../errors.ts";
import type { Exit } from "../transport/transport.ts";
import type { Ending } from "./done.ts";
import type { OpenOptions } from "./options.ts";

type Conversation = Pick<OpenOptions, "resume" | "continue" | "env">;

/** What those who still wait are rejected with when the agent has ended, or is being ended. `words`: its last ones. */
export function endError(
  ending: Ending | undefined,
  exit: Exit,
  words: string,
  { resume, continue: continues, env }: Conversation,
): Error {
  if (ending?.error instanceof Error) return ending.error;
  // Versions before 2.1.197 say it on stderr alone, and end.
  if (exit.exitCode === 1 && (resume !== undefined || continues) && saysUnknownConversation(words))
    return unknownConversation(resume);
  return closedError(exit, words, env ?? process.env);
}

/** Outcomes that reject `turn.result`. */
export function turnError(
  outcome: TurnOutcome,
  ending: Ending | undefined,
  { resume }: Conversation,
): Error | undefined {
  if (outcome === "not_found") return unknownConversation(resume);
  return outcome === "timeout" && isBridleError(ending?.error) ? ending.error : undefined;
}
