import type { DeferredToolUse, Result, Usage } from "../wire/canonical.ts";
import type { Fields } from "../wire/fields.ts";
import { saysUnknownConversation } from "./unknown-conversation.ts";

/**
 * How a turn ended. `deferred`: a hook put a tool call off, and it waits with the conversation. `timeout`: with the
 * session, whose time was over. `not_found`: the agent does not have the conversation to go on with. `error`: anything
 * that is no success and has no name of its own.
 */
export type TurnOutcome =
  | "success"
  | "deferred"
  | "interrupted"
  | "max_turns"
  | "budget"
  | "api_error"
  | "cancelled"
  | "timeout"
  | "not_found"
  | "error";

/** What came of a turn. */
export interface TurnResult {
  readonly outcome: TurnOutcome;
  /** The final text, where there is one. */
  readonly text: string | undefined;
  readonly errors: readonly string[];
  readonly apiErrorStatus: number | undefined;
  readonly stopReason: string | undefined;
  readonly terminalReason: string | undefined;
  /** As the agent said it; undefined where it said none. */
  readonly subtype: string | undefined;
  /** Of this turn alone. */
  readonly usage: Usage;
  readonly costUsd: number | undefined;
  /** Over the life of the agent's process. */
  readonly totalCostUsd: number | undefined;
  readonly durationMs: number;
  /** The uuids of the prompts it answers: several were folded or merged into one turn; none if the agent began it. */
  readonly prompts: readonly string[];
  /** Why the agent began the turn by itself. */
  readonly origin: string | undefined;
  readonly denials: readonly Fields[];
  /** The call that the turn ended before: resume the conversation, and the agent asks its hooks for it again. */
  readonly deferred: DeferredToolUse | undefined;
  readonly structuredOutput: unknown;
  readonly sessionId: string | undefined;
}

/** Of prompts for which the agent has no result. */
export function emptyResult(outcome: TurnOutcome, prompts: readonly string[]): TurnResult {
  return {
    outcome,
    text: undefined,
    errors: [],
    apiErrorStatus: undefined,
    stopReason: undefined,
    terminalReason: undefined,
    subtype: undefined,
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 },
    costUsd: 0,
    totalCostUsd: undefined,
    durationMs: 0,
    prompts,
    origin: undefined,
    denials: [],
    deferred: undefined,
    structuredOutput: undefined,
    sessionId: undefined,
  };
}

interface TurnFacts {
  /** Those it answers. */
  readonly prompts: readonly string[];
  readonly costUsd: number | undefined;
  /** The agent is being ended because its time is over. */
  readonly isTimeUp: boolean;
  /** Structured output was asked for. */
  readonly wantsStructure: boolean;
}

/** What an agent's `result` means for whoever waits for it. */
export function turnResultOf(result: Result, { prompts, costUsd, isTimeUp, wantsStructure }: TurnFacts): TurnResult {
  const outcome = outcomeOf(result);
  const structuredOutput = result.frame.message.structured_output;
  // Local commands and prompts that ask for no turn have none, and no turns.
  const lacksStructure = wantsStructure && result.turns > 0 && structuredOutput === undefined;
  const isUnstructured = outcome === "success" && prompts.length > 0 && lacksStructure;
  return {
    outcome: isUnstructured ? "error" : outcome === "interrupted" && isTimeUp ? "timeout" : outcome,
    text: result.text,
    errors: isUnstructured ? [...result.errors, unstructured] : result.errors,
    apiErrorStatus: result.apiErrorStatus,
    stopReason: result.stopReason,
    terminalReason: result.terminalReason,
    subtype: result.subtype,
    usage: result.usage,
    costUsd,
    totalCostUsd: result.totalCostUsd,
    durationMs: result.durationMs,
    prompts,
    origin: result.origin,
    denials: result.denials,
    deferred: result.deferred,
    structuredOutput,
    sessionId: result.sessionId,
  };
}

const unstructured = "the agent gave no structured output, though jsonSchema was given";

/** `is_error`, then the subtype, then the reasons. An unknown subtype is never a success. */
function outcomeOf({ isError, subtype, terminalReason, apiErrorStatus, errors, deferred }: Result): TurnOutcome {
  if (!isError) return deferred === undefined ? "success" : "deferred";
  if (errors.some(saysUnknownConversation)) return "not_found";
  if (subtype === "error_max_turns") return "max_turns";
  if (subtype === "error_max_budget_usd" || terminalReason === "budget_exhausted") return "budget";
  // The word of seed 001 (docs/dialects.md) for it.
  if (subtype === "cancelled") return "interrupted";
  if (terminalReason?.startsWith("aborted")) return "interrupted";
  // Before `terminal_reason` (2.1.101) nothing else has this subtype but an interrupt.
  if (subtype === "error_during_execution") return terminalReason === undefined ? "interrupted" : "error";
  if (subtype === "success" || terminalReason === "api_error" || apiErrorStatus !== undefined) return "api_error";
  return "error";
}
