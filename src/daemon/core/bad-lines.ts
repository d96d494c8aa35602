import { type Notice, noticesOfBadLines } from "../../adapters/notice.ts";
import { agentEvent } from "./agent-events.ts";
import type { Conversation } from "./conversation.ts";
import type { Transition } from "./transition.ts";

/** Nothing follows a run of lines that could not be read. */
export function endBadLines(t: Transition): void {
  const { conversation } = t;
  if (conversation === undefined) return;
  tellBadLines(t, conversation, conversation.badLines.end());
  conversation.isChanged = true;
}

export function tellBadLines(t: Transition, conversation: Conversation, notice: Notice | undefined): void {
  if (notice === undefined) return;
  const { code, message } = notice;
  const turn = conversation.ledger.turn;
  agentEvent(t, { type: "error", turn, parentToolUseId: undefined, code, message, frame: undefined });
  tellNotice(t, notice, undefined);
}

/** What a person should know of a line. */
export function tellNotice(t: Transition, notice: Notice, degradedBecause: string | undefined): void {
  const { code, level, message } = notice;
  if (!noticesOfBadLines.has(code)) t.notice(`bridle/${code}`, notice);
  const isDegraded = degradedBecause !== undefined || t.conversation?.degradedBecause !== undefined;
  if (isDegraded && !t.facts.degraded) t.set({ degraded: true });
  t.trace({ what: "notice", code, level, message });
}
