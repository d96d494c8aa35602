import { randomUUID } from "node:crypto";
import type { SpeakingTurn } from "../kit/speaking-turn.ts";
import type { Memory } from "../memory/memory.ts";
import type { AsideParts } from "./ask-aside.ts";
import { consolidate, consolidationNotice } from "./consolidate.ts";
import type { Conversation } from "./conversation.ts";
import { openingWith, openingWithoutSummary } from "./opening.ts";
import { recallsOthers } from "./recalls-others.ts";
import { compactionEntries } from "./spoken-entries.ts";
import { summarize } from "./summarize.ts";

export interface CompactionParts extends Omit<AsideParts, "signal" | "account"> {
  readonly turn: SpeakingTurn;
  readonly conversation: Conversation;
  readonly memory: Memory | undefined;
}

interface CompactionOrder {
  readonly trigger: "auto" | "manual";
  /** Of the person who wants it. */
  readonly instructions?: string;
  readonly windowTokens: number;
  /** What stays of the newest messages. */
  readonly keepTokens: number;
  /** What is sent besides the conversation. */
  readonly besideTokens: number;
}

/** What became of it: there may be nothing that could go, and a hook may keep it from happening. */
type Compacted = "done" | "nothing" | { readonly blocked: string };

/** Puts a summary in place of all but the newest messages; without a summary, the word that they are gone. */
export async function compact(parts: CompactionParts, order: CompactionOrder): Promise<Compacted> {
  const { turn, conversation, session } = parts;
  const { trigger, instructions = "", besideTokens } = order;
  const { context } = conversation;
  const at = context.cut(order.keepTokens);
  if (at === 0) return "nothing";
  const pre_tokens = context.tokens(besideTokens);
  const startedAt = performance.now();
  const compacting = { trigger, custom_instructions: instructions === "" ? null : instructions };
  const said = await turn.callHooks("PreCompact", compacting, trigger);
  turn.notice("status", { status: "compacting" });
  if (said.decision === "deny" || said.stops !== undefined) return block(turn, said.stops ?? said.reason);
  const wanted = [instructions, ...said.contexts].filter((part) => part !== "").join("\n\n");
  const { summary, failure } = await summed(parts, { ...order, instructions: wanted }, at).catch((error: unknown) => {
    turn.notice("status", { status: null, compact_result: "failed", compact_error: failureMessage(error) });
    throw error;
  });
  const opening = summary === undefined ? openingWithoutSummary : openingWith(summary);
  const kept = context.uuidsFrom(at);
  conversation.compact(at, opening);
  const problem = failure === undefined ? {} : { compact_error: failure };
  turn.notice("status", { status: null, compact_result: "success", ...problem });
  turn.begin();
  const duration_ms = Math.round(performance.now() - startedAt);
  const post_tokens = context.tokens(besideTokens);
  session.contextTokens = post_tokens;
  const [boundaryUuid, summaryUuid] = [randomUUID(), randomUUID()];
  const metadata = { trigger, preTokens: pre_tokens, durationMs: duration_ms, postTokens: post_tokens };
  const { promptId } = turn;
  conversation.add(compactionEntries({ boundaryUuid, summaryUuid, opening, promptId, kept, metadata }));
  const compact_metadata = { trigger, pre_tokens, post_tokens, duration_ms };
  turn.notice("compact_boundary", { uuid: boundaryUuid, compact_metadata });
  turn.synthetic(opening, summaryUuid);
  conversation.keepTotals(session.totals.stored);
  await begun(parts, trigger, summary ?? "");
  return "done";
}

function block(turn: SpeakingTurn, reason: string): Compacted {
  const blocked = `Compaction blocked by PreCompact hook: ${reason.trim()}`;
  turn.notice("status", { status: null, compact_result: "failed", compact_error: `skipped: ${blocked}` });
  return { blocked };
}

/** What hooks say to the conversation that begins anew with its summary. */
async function begun(
  { turn, conversation, session }: CompactionParts,
  trigger: string,
  summary: string,
): Promise<void> {
  const started = { source: "compact", model: session.model };
  const { contexts } = await turn.callHooks("SessionStart", started, "compact");
  for (const context of contexts) conversation.context.attach(context);
  await turn.callHooks("PostCompact", { trigger, compact_summary: summary }, trigger);
}

/** Rejects only when the turn is interrupted. Before the messages are gone from sight, what is worth knowing of them is kept. */
async function summed(
  { turn, conversation, memory, session, provider }: CompactionParts,
  { instructions, windowTokens }: CompactionOrder,
  at: number,
): Promise<{ summary?: string; failure?: string }> {
  const { signal, account } = turn;
  const aside = { session, provider, signal, account };
  const maxTokens = Math.floor(windowTokens * 0.6);
  const { messages } = conversation.context.before(at);
  const summing = summarize(messages, aside, { maxTokens, ...(instructions !== undefined && { instructions }) });
  const sessionId = conversation.id;
  const learning =
    memory &&
    recallsOthers(session) &&
    consolidate({ memory, sessionId, messages: conversation.unconsolidated(at), maxTokens }, aside);
  const [summary, learned] = await Promise.allSettled([summing, learning]);
  signal.throwIfAborted();
  const notice = learned.status === "fulfilled" && learned.value && consolidationNotice(learned.value);
  if (notice) turn.notice("consolidation", notice);
  if (summary.status === "rejected") return { failure: failureMessage(summary.reason) };
  return summary.value === undefined ? { failure: "the model gave no summary" } : { summary: summary.value };
}

function failureMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
