import { number } from "../../wire/fields.ts";
import type { NoticeFields } from "../dialect/voice.ts";
import type { Memory } from "../memory/memory.ts";
import type { Provider } from "../model/provider.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { consolidate, consolidationNotice } from "./consolidate.ts";
import type { NumberedMessage } from "./context.ts";
import { contextLimits } from "./context-limits.ts";
import type { Conversation } from "./conversation.ts";

export interface IdleParts {
  readonly session: AgentSession;
  readonly conversation: Conversation;
  readonly memory: Memory;
}

const defaultMessages = 20;

/** Looks through a conversation for what is worth keeping while nobody waits; whoever wants something breaks it off. */
export class IdleConsolidation {
  readonly #provider: Provider;
  readonly #notice: (subtype: string, fields: NoticeFields) => void;
  #running: AbortController | undefined;

  constructor(provider: Provider, notice: (subtype: string, fields: NoticeFields) => void) {
    this.#provider = provider;
    this.#notice = notice;
  }

  /** Begins if enough was said since the last time. What is broken off is done another time. */
  begin(parts: IdleParts): void {
    this.stop();
    const { session, conversation } = parts;
    const { maxBudgetUsd } = session.flags;
    if (maxBudgetUsd !== undefined && session.totals.costUsd > maxBudgetUsd) return;
    const messages = conversation.unconsolidated();
    const enough = number(session.env.BRIDLE_CONSOLIDATE_AFTER) ?? defaultMessages;
    if (enough <= 0 || messages.length < enough) return;
    this.#running = new AbortController();
    // What fails has more to look through the next time; nobody waits for it.
    this.#run(parts, messages, this.#running.signal).catch(() => {});
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  async #run(parts: IdleParts, messages: readonly NumberedMessage[], signal: AbortSignal): Promise<void> {
    const { session, conversation, memory } = parts;
    const maxTokens = contextLimits(session.model, session.env).window * 0.6;
    const order = { memory, sessionId: conversation.id, messages, maxTokens };
    const notice = consolidationNotice(await consolidate(order, { session, provider: this.#provider, signal }));
    if (notice !== undefined) this.#notice("consolidation", notice);
    conversation.keepTotals(session.totals.stored);
  }
}
