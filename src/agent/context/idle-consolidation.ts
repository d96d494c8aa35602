import { type Fields, number } from "../../wire/fields.ts";
import type { AgentSession } from "../kit/agent-session.ts";
import type { Conversation } from "../loop/conversation.ts";
import type { Memory } from "../memory/memory.ts";
import type { Provider } from "../model/provider.ts";
import { consolidate, consolidationNotice } from "./consolidate.ts";
import { contextLimits } from "./context-limits.ts";

export interface IdleParts {
  readonly session: AgentSession;
  readonly conversation: Conversation;
  readonly memory: Memory;
}

const defaultMessages = 20;

/** Looks through a conversation for what is worth keeping while nobody waits; whoever wants something breaks it off. */
export class IdleConsolidation {
  readonly #provider: Provider;
  readonly #notice: (subtype: string, fields: Fields) => void;
  #running: AbortController | undefined;

  constructor(provider: Provider, notice: (subtype: string, fields: Fields) => void) {
    this.#provider = provider;
    this.#notice = notice;
  }

  /** Begins if enough was said since the last time. What is broken off is done another time. */
  begin({ session, conversation, memory }: IdleParts): void {
    this.stop();
    const messages = conversation.unconsolidated();
    const enough = number(session.env.BRIDLE_CONSOLIDATE_AFTER) ?? defaultMessages;
    if (enough <= 0 || messages.length < enough) return;
    const running = new AbortController();
    this.#running = running;
    const maxTokens = contextLimits(session.model, session.env).window * 0.6;
    const aside = { session, provider: this.#provider, signal: running.signal };
    consolidate({ memory, sessionId: conversation.id, messages, maxTokens }, aside).then(
      (learned) => {
        const told = consolidationNotice(learned);
        if (told !== undefined) this.#notice("consolidation", told);
        conversation.keepTotals(session.totals.stored);
      },
      // The next time there is more to look through.
      () => {},
    );
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
