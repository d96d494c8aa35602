import assert from "node:assert/strict";
import { test } from "node:test";
import { apiFailure } from "./api-failure.ts";
import { type Fallback, streamWithFallback } from "./fallback.ts";
import type { ModelEvent, ModelRequest, Provider } from "./provider.ts";

const request: ModelRequest = {
  model: "claude-opus-5-5",
  system: "",
  messages: [],
  tools: [],
  maxTokens: 128_000,
  sessionId: "s",
};

/** Asked in turn; each answers with an event, or fails with a status. */
function provider(statusOf: (model: string) => number | undefined) {
  const asked: ModelRequest[] = [];
  const stream = async function* (made: ModelRequest): AsyncGenerator<ModelEvent> {
    asked.push(made);
    const status = statusOf(made.model);
    if (status !== undefined) throw apiFailure({ status, message: "no" });
    yield { type: "message_start", message: { model: made.model } };
  };
  return { asked, stream } as unknown as Provider & { readonly asked: ModelRequest[] };
}

async function answer(from: Provider, fallbacks: readonly string[], maxRetries = 10) {
  const told: Fallback[] = [];
  const events: ModelEvent[] = [];
  const signal = new AbortController().signal;
  const options = { signal, maxRetries, baseDelayMs: 1, fallbacks, onFallback: (one: Fallback) => told.push(one) };
  for await (const event of streamWithFallback(from, request, options)) events.push(event);
  return { told, events };
}

test("G4 a model that is overloaded three times makes way for the next, until one answers", async () => {
  const from = provider((model) => (model === "claude-3-5-haiku-20241022" ? undefined : 529));
  const { told, events } = await answer(from, ["claude-sonnet-5-5", "claude-3-5-haiku-20241022"]);
  const [opus, sonnet, haiku] = ["claude-opus-5-5", "claude-sonnet-5-5", "claude-3-5-haiku-20241022"] as const;
  assert.deepEqual(
    from.asked.map(({ model }) => model),
    [opus, opus, opus, sonnet, sonnet, sonnet, haiku],
  );
  assert.deepEqual(told, [
    { from: opus, to: sonnet, trigger: "overloaded" },
    { from: sonnet, to: haiku, trigger: "overloaded" },
  ]);
  assert.equal(from.asked.at(-1)?.maxTokens, 8_192, "no more than that model can say");
  assert.deepEqual(events[0], { type: "message_start", message: { model: haiku } });
});

test("G4 a failing server is left at once, and few retries are no reason to stay", async () => {
  for (const [status, trigger, asks] of [
    [500, "server_error", 2],
    [529, "overloaded", 2],
  ] as const) {
    const from = provider((model) => (model === request.model ? status : undefined));
    const { told } = await answer(from, ["claude-sonnet-5-5"], 0);
    assert.deepEqual(told, [{ from: request.model, to: "claude-sonnet-5-5", trigger }]);
    assert.equal(from.asked.length, asks);
  }
});

test("G4 what is wrong with the request or the key is not another model's to mend; nor does a model stand in for itself", async () => {
  for (const status of [400, 401, 404, 429]) {
    const from = provider(() => status);
    await assert.rejects(answer(from, ["claude-sonnet-5-5"], 0), { name: "ModelFailure" });
    assert.equal(from.asked.length, 1, String(status));
  }
  const from = provider(() => 529);
  await assert.rejects(answer(from, [request.model], 1), { name: "ModelFailure" });
  assert.equal(from.asked.length, 2);
});
