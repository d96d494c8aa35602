import assert from "node:assert/strict";
import { test } from "node:test";
import { noFacts, readTokenUsage, UsageAccount } from "./usage-account.ts";

const facts = {
  costUsd: (usage: { output_tokens: number }) => usage.output_tokens / 100,
  contextWindow: 9,
  maxOutputTokens: 8,
};
const usage = { input_tokens: 1, cache_creation_input_tokens: 2, cache_read_input_tokens: 3, output_tokens: 4 };

test("G4 tokens, cost and time are sums, over models and by model", () => {
  const account = new UsageAccount();
  account.add("a", usage, facts, 10);
  account.add("a", usage, facts, 5);
  account.add("b", usage, noFacts, 1);
  assert.deepEqual(account.usage, {
    input_tokens: 3,
    cache_creation_input_tokens: 6,
    cache_read_input_tokens: 9,
    output_tokens: 12,
  });
  assert.deepEqual([account.costUsd, account.durationApiMs], [0.08, 16]);
  const { a, b } = account.modelUsage as { a: object; b: object };
  assert.deepEqual(a, {
    inputTokens: 2,
    outputTokens: 8,
    cacheReadInputTokens: 6,
    cacheCreationInputTokens: 4,
    webSearchRequests: 0,
    costUSD: 0.08,
    contextWindow: 9,
    maxOutputTokens: 8,
  });
  assert.deepEqual(Object.keys(a), Object.keys(b));
});

test("G4 totals are stored as plain data and go on from there", () => {
  const before = new UsageAccount();
  before.add("a", usage, facts, 10);
  const after = UsageAccount.from(JSON.parse(JSON.stringify(before.stored)));
  assert.deepEqual(after.modelUsage, before.modelUsage);
  after.add("a", usage, facts, 1);
  assert.deepEqual([after.costUsd, after.durationApiMs, before.durationApiMs], [0.08, 11, 10]);
  assert.deepEqual(UsageAccount.from({}).usage, new UsageAccount().usage);
});

test("G4 what a model counts is read tolerantly", () => {
  assert.deepEqual(readTokenUsage({ ...usage, service_tier: "x" }), usage);
  const none = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 };
  for (const value of [undefined, null, 7, [], { input_tokens: null }]) assert.deepEqual(readTokenUsage(value), none);
});
