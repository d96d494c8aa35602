import type { Event, InitEvent, StatusEvent, UsageEvent } from "../../conversation/event.ts";
import type { Usage } from "../../wire/canonical.ts";
import { blockIndex, kindOfEvent, wholeNumber } from "../events/kind-of-event.ts";
import { forkAtWord } from "../fork/fork-point.ts";
import { previewOf } from "../preview/preview-of.ts";
import { factsOfEvent } from "./agent-facts.ts";
import { settleTurn } from "./holding-back.ts";
import { priceOf } from "./prices.ts";
import { endedByProvider, heedProvider } from "./provider-waits.ts";
import type { SessionFacts } from "./session-state.ts";
import { toolEnded, toolStarted } from "./tool-uses.ts";
import type { Transition } from "./transition.ts";
import { turnComplete, turnMayBeOver } from "./turns.ts";

/** What an event of the agent means for its session. */
export function agentEvent(t: Transition, event: Event): void {
  const turn = event.turn ?? "";
  const parent = event.parentToolUseId ?? "";
  switch (event.type) {
    case "text_delta":
      return t.piece("textDelta", event.text, blockIndex(event.index), turn, parent);
    case "thinking_delta":
      return t.piece("thinkingDelta", event.text, blockIndex(event.index), turn, parent);
    // Ours: they are kept over restarts.
    case "ask":
    case "ask_resolved":
    case "question":
      return;
    case "usage":
    case "turn_complete":
      if (isRefusal(t)) return t.update({ refusedToResume: true });
  }
  if (event.type === "usage") return countUsage(t, event, turn);
  heedProvider(t, event);
  const kind = kindOfEvent(event, t.conversation?.adapter.has(forkAtWord));
  // Before what waits is sent: it would fail as well.
  t.emit(event.type === "turn_complete" ? endedByProvider(t, event, kind) : kind, turn, parent);
  const preview = parent === "" ? previewOf(event) : undefined;
  if (preview !== undefined && preview !== t.facts.preview) t.set({ preview });
  const facts = factsOfEvent(event, t.facts.model);
  if (facts !== undefined) t.effects.push({ type: "keep_agent_facts", facts });
  switch (event.type) {
    case "status":
      if (event.permissionMode !== undefined) t.set(factsSaid(event));
      return;
    case "init":
      t.set(factsSaid(event));
      if (t.agent.at === "ready") t.agent = { ...t.agent, idleSinceMs: undefined };
      return;
    case "tool_start":
      return toolStarted(t, event);
    case "tool_result":
      return toolEnded(t, event);
    case "notice":
      return turnMayBeOver(t);
    case "turn_complete":
      return turnComplete(t, event);
  }
}

/** An agent that cannot resume says so by a result that answers nothing, before it is ready; and before we hear that it was started, where that takes long. */
function isRefusal({ agent, conversation }: Transition): boolean {
  const isReady = agent.at === "ready" || (agent.at === "ending" && agent.wasReady);
  return conversation?.wasResumed === true && !isReady;
}

/** What an agent says of the session by itself, at the start of a turn or when it changes its mode: after a plan was approved, say. */
function factsSaid(event: InitEvent | StatusEvent): Partial<SessionFacts> {
  const { permissionMode } = event;
  const mode = permissionMode === undefined ? {} : { permissionMode };
  if (event.type === "status") return mode;
  const { sessionId: agentSessionId, model, agentVersion } = event;
  return {
    ...mode,
    ...(agentSessionId !== undefined && { agentSessionId }),
    ...(model !== undefined && { model }),
    ...(agentVersion !== undefined && { agentVersion }),
  };
}

/** What a turn used: told, added to the session's sums, and counted by time. */
function countUsage(t: Transition, event: UsageEvent, turn: string): void {
  const { inputTokens, outputTokens, costUsd, model } = t.facts;
  const ownCostUsd = priceOf(t.limits.prices, model, event.usage) ?? saidCost(event, costUsd);
  const totalCostUsd = costUsd + ownCostUsd;
  t.set({
    inputTokens: wholeNumber(inputTokens + wholeNumber(event.usage.inputTokens)),
    outputTokens: wholeNumber(outputTokens + wholeNumber(event.usage.outputTokens)),
    costUsd: totalCostUsd,
  });
  const kind = kindOfEvent(event);
  if (kind.case !== "usageReport") return;
  t.emit({ ...kind, value: { ...kind.value, totalCostUsd } }, turn);
  const durationMs = Number(kind.value.durationMs ?? 0);
  const tokens = countedTokens(event.usage);
  const counted = { model, timeMs: t.clock.wallMs, usage: event.usage, costUsd: ownCostUsd, durationMs };
  t.effects.push({ type: "count_usage", usage: { ...counted, payer: t.payer, tokens } });
  settleTurn(t, { usd: ownCostUsd, tokens, turns: 1 });
}

/**
 * The first sum of an agent that went on with a conversation may hold what that cost before: then what is more than is
 * known of the session is new.
 */
function saidCost({ costUsd, totalCostUsd }: UsageEvent, knownUsd: number): number {
  const said =
    costUsd ?? (totalCostUsd === undefined || totalCostUsd < knownUsd ? totalCostUsd : totalCostUsd - knownUsd);
  return said !== undefined && Number.isFinite(said) ? said : 0;
}

/** What is read from a cache costs next to nothing, and is most of what an agent sends. */
function countedTokens({ inputTokens, outputTokens, cacheCreationTokens }: Usage): number {
  return wholeNumber(wholeNumber(inputTokens) + wholeNumber(outputTokens) + wholeNumber(cacheCreationTokens));
}
