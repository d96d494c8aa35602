import type { TurnOutcome } from "../kit/turn-outcome.ts";
import type { ClaudeVoiceOptions } from "./claude/claude-voice.ts";
import type { Voice } from "./voice.ts";

/** A dialect, as the agent's side speaks it. */
export interface SpokenDialect {
  readonly voice: (options: ClaudeVoiceOptions) => Voice;
  /** Between messages that become one. */
  readonly joiner: string;
  /** Does each message name the session it is for? */
  readonly hasSessions: boolean;
  /** Does it call the result an error? The exit code tells so, too. */
  readonly isFailure: (outcome: TurnOutcome) => boolean;
}
