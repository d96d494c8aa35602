import type { AgentSession } from "../session/agent-session.ts";
import type { SpeakingTurn } from "./speaking-turn.ts";

/** `/name`, answered without the model. */
export interface LocalCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
  /** Understood, but not listed. */
  readonly isHidden?: boolean;
  readonly run: (context: CommandContext) => string | Promise<string>;
}

export interface CommandContext {
  readonly session: AgentSession;
  readonly rest: string;
  /** For what it has to say beside its text. */
  readonly turn: SpeakingTurn;
  /** The conversation was emptied: the session goes on under another id. */
  readonly reset: () => void;
}
