import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { allOf } from "../../../test/lab/all-of.ts";
import { connectionFailure } from "./api-failure.ts";
import type { ModelEvent, ModelRequest, Provider } from "./provider.ts";
import { retryDelayMs, streamWithRetries } from "./retrying.ts";
import { ScriptedProvider } from "./scripted/scripted.ts";

const request: ModelRequest = {
  model: "scripted",
  system: "",
  messages: [{ role: "user", content: "hello" }],
  tools: [],
  maxTokens: 1,
  sessionId: "s",
};
const never = new AbortController().signal;

test("G4 the pauses double up to a cap, with up to a quarter more; what the API asks for wins", () => {
  for (const [attempt, least, most] of [
    [1, 500, 625],
    [2, 1_000, 1_250],
    [4, 4_000, 5_000],
    [7, 32_000, 32_000],
    [60, 32_000, 32_000],
  ] as const) {
    const delays = Array.from({ length: 50 }, () => retryDelayMs(attempt, 500, undefined));
    assert.ok(
      delays.every((delay) => delay >= least && delay <= most),
      `${attempt}: ${delays}`,
    );
    if (least < most) assert.ok(new Set(delays).size > 1, "they are not all the same");
  }
  assert.equal(retryDelayMs(1, 500, 90_000), 90_000);
  assert.equal(retryDelayMs(9, 500, 0), 0);
  assert.equal(retryDelayMs(1, 500, 1e15), 2 ** 31 - 1);
});

test("G4 ten retries are made unless told", async () => {
  let attempts = 0;
  const failing: Provider = Object.assign(new ScriptedProvider(), {
    stream: () => {
      attempts++;
      throw connectionFailure("no");
    },
  });
  await assert.rejects(allOf(streamWithRetries(failing, request, { signal: never, baseDelayMs: 0 })), /no/);
  assert.equal(attempts, 11);
});

test("G4 a mistake in a provider is no failure of the model and is not tried again", async () => {
  let attempts = 0;
  const broken: Provider = Object.assign(new ScriptedProvider(), {
    stream: () => {
      attempts++;
      throw new RangeError("a bug");
    },
  });
  await assert.rejects(allOf(streamWithRetries(broken, request, { signal: never })), RangeError);
  assert.equal(attempts, 1);
});

test("G4 the time a consumer takes is not the model's", async () => {
  const provider = new ScriptedProvider({ script: { steps: [{ text: "abc", chunks: 3 }] } });
  const events: ModelEvent[] = [];
  for await (const event of streamWithRetries(provider, request, { signal: never, maxRetries: 0, stallMs: 30 })) {
    events.push(event);
    await sleep(45);
  }
  assert.equal(events.at(-1)?.type, "message_stop");
});

test("G4 nothing is left on the caller's signal", async () => {
  const listeners = new Set<unknown>();
  const { signal } = new AbortController();
  const spied: AbortSignal = Object.assign(signal, {
    addEventListener: (_: string, listener: unknown) => listeners.add(listener),
    removeEventListener: (_: string, listener: unknown) => listeners.delete(listener),
  });
  const script = { steps: [{ text: "x", error: { status: 500, times: 2, retryAfter: 0 } }] };
  const events = await allOf(
    streamWithRetries(new ScriptedProvider({ script }), request, { signal: spied, baseDelayMs: 0 }),
  );
  assert.equal(events.at(-1)?.type, "message_stop");
  assert.equal(listeners.size, 0);
});
