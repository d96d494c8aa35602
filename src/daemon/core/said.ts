import type { EventSink } from "../../conversation/event-maker.ts";
import type { TurnResult } from "../../conversation/turn-result.ts";
import type { Canonical, ControlRequest, Delta } from "../../wire/canonical.ts";
import { agentEvent } from "./agent-events.ts";
import { agentAsked, refuseUnreadable } from "./agent-requests.ts";
import { withdrawn } from "./asks.ts";
import { tellBadLines, tellNotice } from "./bad-lines.ts";
import type { Conversation } from "./conversation.ts";
import { quietMs } from "./due.ts";
import type { Input, SaidItem } from "./input.ts";
import { react } from "./reactions.ts";
import { answered } from "./requests.ts";
import type { Transition } from "./transition.ts";

type Said = Extract<Input, { type: "said" }>;

/** The agent said something. Its events are made here, in order, and what they change happens in their place. */
export function said(t: Transition, input: Said): void {
  const { conversation } = t;
  if (conversation === undefined || t.process?.id !== input.agentId) return;
  const reader = new SaidReader(t, conversation, input.degradedBecause);
  const { items, isOneLine } = input;
  // By number: an iterator of pairs would be an object for each of many lines.
  for (let at = 0; at < items.length; at++) {
    // Of a line that is alone, and has many blocks, the next ones are told when it comes again.
    reader.take(items[at] as SaidItem, isOneLine && at === items.length - 1);
  }
  stayInDoubt(t, conversation);
  // Of a message that is told in part the line comes again.
  if (conversation.maker.isInMessage) return;
  t.update({ outputOffset: Math.max(t.process.outputOffset, input.offset) });
  if (conversation.hasLostLine) conversation.set({ lostLine: undefined });
}

/** Output up to here is of no use: it is part of a line over the cap. */
export function skipped(t: Transition, { agentId, offset, line }: Extract<Input, { type: "skipped" }>): void {
  if (t.process?.id !== agentId) return;
  t.conversation?.set({ lostLine: line });
  t.update({ outputOffset: offset });
}

/** A long line is about to be read, or no longer. */
export function attempt(t: Transition, { agentId, from }: Extract<Input, { type: "attempt" }>): void {
  if (t.process?.id === agentId) t.conversation?.set({ attempt: from });
}

/** Some agents fold prompts into a turn and say nothing of it: if they stay quiet, it was so. */
export function resolveDoubt(t: Transition, isCaughtUp: boolean): void {
  const { conversation } = t;
  const since = conversation?.quietSinceMs;
  if (conversation === undefined || since === undefined || t.clock.steadyMs - since < quietMs) return;
  // What it said meanwhile may begin another turn.
  if (isCaughtUp && conversation.ledger.inDoubt) conversation.maker.resolve(eventsOf(t));
  stayInDoubt(t, conversation);
}

/** While it is in doubt whether prompts are over, their time begins with what was heard last. */
export function stayInDoubt(t: Transition, conversation: Conversation): void {
  if (conversation.ledger.inDoubt) conversation.set({ quietSinceMs: t.clock.steadyMs });
  else if (conversation.quietSinceMs !== undefined) conversation.set({ quietSinceMs: undefined });
}

/** Takes what was said, item by item. */
class SaidReader {
  readonly #t: Transition;
  readonly #conversation: Conversation;
  readonly #degradedBecause: string | undefined;
  readonly #events: EventSink;
  /** The line that is being read goes on with a run of bad ones: what there is to tell of it was told of the first one. */
  #isCounted = false;

  constructor(t: Transition, conversation: Conversation, degradedBecause: string | undefined) {
    this.#t = t;
    this.#conversation = conversation;
    this.#events = eventsOf(t);
    this.#degradedBecause = degradedBecause;
    if (degradedBecause !== undefined && conversation.degradedBecause === undefined)
      conversation.set({ degradedBecause });
  }

  take(item: SaidItem, mayStayOpen: boolean): void {
    const t = this.#t;
    if (item.kind === "line_notice") {
      if (!this.#isCounted) tellNotice(t, item.notice, this.#degradedBecause);
      return;
    }
    if (item.kind === "request") {
      this.#endRun();
      this.#conversation.isChanged = true;
      this.#conversation.progress.take(item.request, t.clock.wallMs);
      agentAsked(t, item);
    } else if (item.kind === "delta") {
      this.#endRun();
      return this.#delta(item);
    } else this.#message(item, mayStayOpen);
    react(t);
    t.tellPhase();
  }

  #delta(message: Delta): void {
    const conversation = this.#conversation;
    const wasInMid = conversation.maker.isInMidCharacter;
    conversation.progress.delta(message);
    conversation.maker.delta(message, this.#events);
    const isPiece = message.type.endsWith("_delta") && message.type !== "message_delta";
    if (!isPiece || wasInMid || conversation.maker.isInMidCharacter) conversation.isChanged = true;
    // For it the maker may have made a place for a block of which nothing is known.
    else if (message.type === "tool_input_delta") conversation.hasMore = true;
  }

  #message(message: Exclude<Canonical, Delta | ControlRequest>, mayStayOpen: boolean): void {
    const t = this.#t;
    const conversation = this.#conversation;
    if (message.kind === "problem") {
      this.#isCounted = conversation.badLines.add(message.frame.bytes);
      tellBadLines(t, conversation, conversation.badLines.progress);
    } else this.#endRun();
    conversation.isChanged = true;
    // Of a message that comes again the blocks are told on; all else it did before.
    if (!conversation.wasInMessage) conversation.progress.take(message, t.clock.wallMs);
    switch (message.kind) {
      case "control_response":
        return answered(t, message);
      case "control_cancel":
        return withdrawn(t, message.requestId);
      case "init":
        conversation.learn(message);
        break;
      case "problem":
        refuseUnreadable(t, message.frame);
        if (this.#isCounted) return;
    }
    const { adapter, maker } = conversation;
    const results = maker.take(message, { events: this.#events, adapter });
    if (!mayStayOpen) while (maker.isInMessage) maker.goOn(this.#events);
    // A prompt that the agent drops has no other end.
    if (message.kind === "notice") for (const result of results) tellDropped(t, result);
  }

  #endRun(): void {
    this.#isCounted = false;
    if (this.#conversation.badLines.state === undefined) return;
    this.#conversation.isChanged = true;
    tellBadLines(this.#t, this.#conversation, this.#conversation.badLines.end());
  }
}

/** Whoever waits for it is told that it is over. */
function tellDropped(t: Transition, result: TurnResult): void {
  agentEvent(t, {
    type: "turn_complete",
    turn: result.prompts[0],
    parentToolUseId: undefined,
    frame: undefined,
    result,
  });
}

function eventsOf(t: Transition): EventSink {
  return { push: (event) => agentEvent(t, event) };
}
