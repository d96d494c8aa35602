import type { DeferredCall } from "../../memory/deferral.ts";
import type { TurnOutcome } from "../../session/turn-outcome.ts";
import type { UsageAccount } from "../../session/usage-account.ts";
import type { SpokenFrame, TurnFacts } from "../voice.ts";

interface ResultContext {
  readonly totals: UsageAccount;
  readonly uuids: readonly string[];
  readonly resultIndex: number;
  readonly queued: number;
}

/** `result`: the end of a turn. Cost, `modelUsage` and `duration_api_ms` are sums over the session. */
export function resultFrame(outcome: TurnOutcome, turn: TurnFacts, context: ResultContext): SpokenFrame {
  const { uuids } = context;
  return {
    type: "result",
    ...ending(outcome, turn),
    duration_ms: Math.round(performance.now() - turn.startedAt),
    duration_api_ms: context.totals.durationApiMs,
    ...(turn.firstTokenMs !== undefined && { ttft_ms: Math.round(turn.firstTokenMs) }),
    total_cost_usd: context.totals.costUsd,
    usage: usageFields(turn.own),
    modelUsage: context.totals.modelUsage,
    permission_denials: turn.denials,
    fast_mode_state: "off",
    ...(turn.origin !== undefined && { origin: turn.origin }),
    ...(uuids.length > 0 && { user_message_uuid: uuids[0], user_message_uuids: uuids }),
    queued_turn_count: context.queued,
    result_index: context.resultIndex,
    model_usage_since_last_result: turn.account.modelUsage,
  };
}

/** What differs by how it ended. */
function ending(outcome: TurnOutcome, turn: TurnFacts): object {
  const num_turns = turn.numTurns;
  const stop_reason = turn.stopReason;
  const error = (subtype: string, errors: readonly string[], terminal_reason: string): object => ({
    subtype,
    is_error: true,
    num_turns,
    stop_reason,
    errors,
    terminal_reason,
  });
  switch (outcome.kind) {
    case "success": {
      const { text, localCommand, structuredOutput, yielded } = outcome;
      const isLocal = localCommand !== undefined;
      return {
        subtype: "success",
        is_error: false,
        num_turns: isLocal ? 0 : num_turns,
        stop_reason: isLocal ? null : stop_reason,
        result: text,
        ...(structuredOutput !== undefined && { structured_output: structuredOutput }),
        ...(isLocal && localCommand !== "" && { local_command: localCommand }),
        ...(!isLocal && {
          api_error_status: null,
          terminal_reason: yielded ? "aborted_tools" : (outcome.stoppedBy ?? "completed"),
        }),
      };
    }
    case "deferred":
      return deferral(outcome.call, num_turns);
    case "api_error": {
      const { status, type, kind } = outcome.failure;
      return {
        // The wire calls it so: `is_error` is what tells.
        subtype: "success",
        is_error: true,
        num_turns,
        stop_reason: "stop_sequence",
        api_error_status: status,
        ...(type !== undefined && { api_error_type: type }),
        ...(kind === "max_output_tokens" && { api_error: kind }),
        result: outcome.text,
        terminal_reason: "api_error",
      };
    }
    case "interrupted": {
      const diagnosis = `[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=${stop_reason}`;
      return error("error_during_execution", [diagnosis], `aborted_${outcome.during}`);
    }
    case "max_turns":
      return error("error_max_turns", [`Reached maximum number of turns (${outcome.limit})`], "max_turns");
    case "max_budget":
      return error("error_max_budget_usd", [`Reached maximum budget ($${outcome.limitUsd})`], "budget_exhausted");
    case "max_structured_output_retries":
      return error(
        "error_max_structured_output_retries",
        [`Failed to provide valid structured output after ${outcome.limit} attempts`],
        "max_structured_output_retries",
      );
    case "unopened": {
      const errors = [outcome.error];
      return { subtype: "error_during_execution", is_error: true, num_turns: 0, stop_reason: null, errors };
    }
    case "failed":
      return error("error_during_execution", outcome.errors, "error");
  }
}

/** It ended before a call. */
function deferral({ id, name, input }: DeferredCall, num_turns: number): object {
  const reason = "tool_deferred";
  return {
    subtype: "success",
    is_error: false,
    num_turns,
    stop_reason: reason,
    result: "",
    api_error_status: null,
    terminal_reason: reason,
    deferred_tool_use: { id, name, input },
  };
}

function usageFields(account: UsageAccount): object {
  return {
    ...account.usage,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: "standard",
    cache_creation: {
      ephemeral_1h_input_tokens: 0,
      ephemeral_5m_input_tokens: account.usage.cache_creation_input_tokens,
    },
  };
}
