import assert from "node:assert/strict";
import { test } from "node:test";
import { factsOf } from "./model-facts.ts";
import { costUsd } from "./prices.ts";

const million = { input_tokens: 1_000_000, output_tokens: 1_000_000 };

test("G4 a model costs what its family does, whatever its date", () => {
  for (const [model, usd] of [
    ["claude-opus-5-5", 24],
    ["claude-fable-5-2", 48],
    ["claude-opus-4-5-20251101", 30],
    ["claude-opus-4-1-20250805", 90],
    ["claude-opus-4-20250514", 90],
    ["claude-sonnet-4-5-20250929", 18],
    ["claude-sonnet-5-5", 12],
    ["claude-haiku-4-5", 6],
    ["claude-3-5-haiku-20241022", 4.8],
    ["scripted", 0],
    ["gpt-of-the-future", 0],
  ] as const) {
    assert.equal(costUsd(model, million), usd, model);
  }
});

test("G4 reading the cache costs a tenth, writing it a quarter more", () => {
  const usage = { cache_read_input_tokens: 1_000_000, cache_creation_input_tokens: 1_000_000 };
  assert.ok(Math.abs(costUsd("claude-opus-5-5", usage) - 5.4) < 1e-9);
});

test("G4 the cost of a recorded turn is the one the CLI told", () => {
  // 100 tokens in and 25 out of claude-opus-5-5, in every recording of 2.1.325.
  assert.equal(costUsd("claude-opus-5-5", { input_tokens: 100, output_tokens: 25 }), 0.0009);
});

test("G4 a long prompt costs more where the list says so", () => {
  assert.equal(costUsd("claude-haiku-5-5", { input_tokens: 100_000 }), 0.01);
  assert.equal(costUsd("claude-haiku-5-5", { input_tokens: 100_000, cache_read_input_tokens: 1_000_000 }), 0.1);
});

test("G4 windows are known, and those of unknown models assumed", () => {
  assert.equal(factsOf("claude-opus-5-5").contextWindow, 1_000_000);
  assert.equal(factsOf("claude-opus-5-5").maxOutputTokens, 128_000);
  assert.equal(factsOf("claude-haiku-4-5-20251001").contextWindow, 200_000);
  assert.equal(factsOf("whatever").contextWindow, 200_000);
});
