import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../../../wire/fields.ts";
import type { TurnOutcome } from "../../session/turn-outcome.ts";
import { UsageAccount } from "../../session/usage-account.ts";
import type { TurnFacts } from "../voice.ts";
import { resultFrame } from "./result-frame.ts";

const turn: TurnFacts = {
  prompts: [],
  startedAt: performance.now(),
  numTurns: 3,
  toolCycles: 1,
  stopReason: "tool_use",
  firstTokenMs: 12.6,
  account: new UsageAccount(),
  own: new UsageAccount(),
  denials: [],
  origin: undefined,
};

function frame(outcome: TurnOutcome, more: Partial<TurnFacts> = {}, uuids: readonly string[] = []): Fields {
  const place = { totals: new UsageAccount(), uuids, resultIndex: 2, queued: 1 };
  return resultFrame(outcome, { ...turn, ...more }, place);
}

const failure = { kind: "rate_limit", status: 429, type: "rate_limit_error", retryable: true } as const;

/** How a turn ended, and what tells it. `undefined`: the field is not there. */
const endings: readonly { title: string; outcome: TurnOutcome; expected: Fields }[] = [
  {
    title: "a success",
    outcome: { kind: "success", text: "hi" },
    expected: {
      subtype: "success",
      is_error: false,
      result: "hi",
      terminal_reason: "completed",
      num_turns: 3,
      errors: undefined,
    },
  },
  {
    title: "structured output",
    outcome: { kind: "success", text: "{}", structuredOutput: { a: 1 } },
    expected: { structured_output: { a: 1 }, terminal_reason: "completed" },
  },
  {
    title: "a turn that made way",
    outcome: { kind: "success", text: "", yielded: true },
    expected: { subtype: "success", is_error: false, result: "", terminal_reason: "aborted_tools" },
  },
  {
    title: "a command",
    outcome: { kind: "success", text: "said", localCommand: "say" },
    expected: {
      local_command: "say",
      num_turns: 0,
      stop_reason: null,
      terminal_reason: undefined,
      api_error_status: undefined,
    },
  },
  {
    title: "a prompt without a query",
    outcome: { kind: "success", text: "", localCommand: "" },
    expected: { local_command: undefined, num_turns: 0, result: "" },
  },
  {
    title: "a failure of the API",
    outcome: { kind: "api_error", text: "slow down", failure },
    expected: {
      subtype: "success",
      is_error: true,
      result: "slow down",
      stop_reason: "stop_sequence",
      api_error_status: 429,
      api_error_type: "rate_limit_error",
      api_error: undefined,
      terminal_reason: "api_error",
    },
  },
  {
    title: "an answer that is too long",
    outcome: {
      kind: "api_error",
      text: "long",
      failure: { kind: "max_output_tokens", status: null, retryable: false },
    },
    expected: { api_error: "max_output_tokens", api_error_status: null, api_error_type: undefined },
  },
  {
    title: "an interrupt",
    outcome: { kind: "interrupted", during: "tools" },
    expected: {
      subtype: "error_during_execution",
      is_error: true,
      result: undefined,
      errors: ["[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=tool_use"],
      terminal_reason: "aborted_tools",
    },
  },
  {
    title: "too many turns",
    outcome: { kind: "max_turns", limit: 2 },
    expected: {
      subtype: "error_max_turns",
      errors: ["Reached maximum number of turns (2)"],
      terminal_reason: "max_turns",
    },
  },
  {
    title: "a budget that is spent",
    outcome: { kind: "max_budget", limitUsd: 0.5 },
    expected: {
      subtype: "error_max_budget_usd",
      errors: ["Reached maximum budget ($0.5)"],
      terminal_reason: "budget_exhausted",
    },
  },
  {
    title: "no structured output",
    outcome: { kind: "max_structured_output_retries", limit: 5 },
    expected: { subtype: "error_max_structured_output_retries", is_error: true },
  },
  {
    title: "a conversation that is not there",
    outcome: { kind: "unopened", error: "none" },
    expected: {
      subtype: "error_during_execution",
      num_turns: 0,
      stop_reason: null,
      errors: ["none"],
      terminal_reason: undefined,
    },
  },
  {
    title: "a failure of the agent",
    outcome: { kind: "failed", errors: ["broken"] },
    expected: { subtype: "error_during_execution", is_error: true, errors: ["broken"] },
  },
];

for (const { title, outcome, expected } of endings) {
  test(`G2 the result of ${title}`, () => {
    const result = frame(outcome);
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(result[key], value, key);
    // Some hosts end their session without these.
    assert.ok(
      ["usage", "modelUsage", "total_cost_usd", "duration_ms", "duration_api_ms"].every((key) => key in result),
    );
  });
}

test("G2 a result names its prompts, its number, what waits, and why the agent began by itself", () => {
  const result = frame({ kind: "success", text: "" }, { origin: { kind: "mood" } }, ["u1", "u2"]);
  assert.deepEqual([result.user_message_uuid, result.user_message_uuids], ["u1", ["u1", "u2"]]);
  assert.deepEqual([result.result_index, result.queued_turn_count, result.ttft_ms], [2, 1, 13]);
  assert.deepEqual(result.origin, { kind: "mood" });
  const plain = frame({ kind: "success", text: "" });
  assert.ok(!("user_message_uuid" in plain) && !("origin" in plain));
});
