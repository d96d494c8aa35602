import assert from "node:assert/strict";
import { test } from "node:test";
import { pricedFacts } from "../model/prices.ts";
import { resumeInput } from "./resume-input.ts";

/** Each as Claude Code 2.1.325 tells it of a transcript with this usage. */
const sampled: readonly [seconds: number, usage: object, expired: boolean, tokens: number, usd: number][] = [
  [202, { input_tokens: 100, output_tokens: 25 }, false, 125, 0.0006],
  [312, { input_tokens: 100, output_tokens: 25 }, true, 125, 0.0006],
  [
    101,
    {
      input_tokens: 100_000,
      cache_read_input_tokens: 20_000,
      cache_creation_input_tokens: 3000,
      output_tokens: 500,
    },
    false,
    123_500,
    0.6175,
  ],
  [
    501,
    {
      cache_creation_input_tokens: 100_000,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 100_000 },
    },
    false,
    100_000,
    0.8,
  ],
];

test("G2 SessionStart hooks are told how old a resumed conversation is and what its context costs, as Claude Code says it", () => {
  for (const [seconds, usage, expired, tokens, usd] of sampled)
    assert.deepEqual(
      resumeInput(
        { atMs: 1_000_000, message: { model: "claude-opus-5-5", usage } },
        pricedFacts,
        1_000_000 + seconds * 1000,
      ),
      {
        seconds_since_last_response: seconds,
        context_tokens: tokens,
        prompt_cache_likely_expired: expired,
        estimated_cache_write_usd: usd,
      },
    );
});
