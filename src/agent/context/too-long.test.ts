import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelFailure } from "../model/model-failure.ts";
import { isTooLong } from "./too-long.ts";

test("G7 an API says in many ways that a conversation is too long, and most refusals are others", () => {
  const cases: readonly [status: number, message: string, expected: boolean][] = [
    [400, "prompt is too long: 210000 tokens > 200000 maximum", true],
    [400, "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000", true],
    [400, "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.", true],
    [400, "context_length_exceeded", true],
    [400, "the request exceeds the available context size", true],
    [413, "Request exceeds the maximum size", true],
    [400, "messages.1.content: tool_use ids must be unique", false],
    [400, "max_tokens: must be at least 1", false],
    [429, "too many tokens per minute", false],
    [500, "prompt is too long", false],
  ];
  for (const [status, message, expected] of cases) {
    const failure = new ModelFailure(message, { kind: "invalid_request", status, retryable: false });
    assert.equal(isTooLong(failure), expected, message);
  }
  assert.equal(isTooLong(new Error("prompt is too long")), false);
});
