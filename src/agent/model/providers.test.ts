import assert from "node:assert/strict";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import type { ScriptedApi } from "../../../test/lab/scripted-api.ts";
import { ScriptedModelApi } from "../../../test/lab/scripted-model-api.ts";
import { ScriptedOpenAiApi } from "../../../test/lab/scripted-openai-api.ts";
import type { Step } from "../../script/script.ts";
import { scripted } from "../../script/scripted-prompt.ts";
import type { Fields } from "../../wire/fields.ts";
import { AnthropicProvider } from "./anthropic.ts";
import { MessageAssembler } from "./message-assembler.ts";
import { type FailureFacts, ModelFailure } from "./model-failure.ts";
import { OpenAiProvider } from "./openai/openai.ts";
import type { ModelEvent, ModelRequest, Provider } from "./provider.ts";
import { type Retry, streamWithRetries } from "./retrying.ts";
import { ScriptedProvider } from "./scripted/scripted.ts";

/** A provider and the loopback API behind it; the scripted one has none. */
interface Stage {
  readonly provider: Provider;
  readonly api?: ScriptedApi;
}

const stages: { readonly [name: string]: () => Promise<Stage> } = {
  scripted: async () => ({ provider: new ScriptedProvider() }),
  anthropic: async () => {
    const api = await ScriptedModelApi.start();
    return { api, provider: new AnthropicProvider({ ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "sk-ant-dummy" }) };
  },
  openai: async () => {
    const api = await ScriptedOpenAiApi.start();
    return { api, provider: new OpenAiProvider({ OPENAI_BASE_URL: api.url, OPENAI_API_KEY: "sk-dummy" }) };
  },
};

/** The same promise, kept by every provider. */
function promise(title: string, check: (stage: Stage, t: TestContext) => Promise<void>): void {
  for (const [name, start] of Object.entries(stages)) {
    test(`G4 ${name}: ${title}`, { timeout: 30_000 }, async (t) => {
      const stage = await start();
      await using _api = stage.api;
      await check(stage, t);
    });
  }
}

const tools = [{ name: "Bash", description: "runs a command", input_schema: { type: "object" } }];

function asking(...steps: readonly Step[]): ModelRequest {
  const messages = [{ role: "user", content: scripted(...steps) }] as const;
  return { model: "test-model", system: "Be brief.", messages, tools, maxTokens: 1_000, sessionId: "session-1" };
}

const never = new AbortController().signal;

interface Heard {
  readonly events: readonly ModelEvent[];
  readonly blocks: readonly Fields[];
  readonly message: MessageAssembler;
}

/** What comes until the end; what came before a failure is in `heard`. */
async function hear(stream: AsyncIterable<ModelEvent>, events: ModelEvent[] = []): Promise<Heard> {
  const message = new MessageAssembler();
  const blocks: Fields[] = [];
  for await (const event of stream) {
    events.push(event);
    const finished = message.take(event);
    if (finished !== undefined) blocks.push(finished.block);
  }
  return { events, blocks, message };
}

async function failure(stream: AsyncIterable<ModelEvent>, events?: ModelEvent[]): Promise<ModelFailure> {
  const error: unknown = await hear(stream, events).then(
    () => assert.fail("the answer was complete"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ModelFailure, String(error));
  return error;
}

const textOf = (events: readonly ModelEvent[]): string =>
  events.map((event) => ("delta" in event && "text" in event.delta ? event.delta.text : "")).join("");

promise("an answer arrives whole, in the events of the Messages API", async ({ provider }) => {
  const input = { command: 'echo "é😀"', nested: { list: [1, null] } };
  const step = { thinking: "Let me see.", text: "Hello 😀, world", tools: [{ name: "Bash", input, id: "toolu_1" }] };
  const { events, blocks, message } = await hear(
    provider.stream(asking({ ...step, chunks: 5, inputTokens: 70, outputTokens: 30 }), never),
  );
  const order = events.map(({ type }) => type).filter((type, index, types) => type !== types[index - 1]);
  const block = ["content_block_start", "content_block_delta", "content_block_stop"];
  assert.deepEqual(order, ["message_start", ...block, ...block, ...block, "message_delta", "message_stop"]);
  assert.equal(blocks[0]?.type, "thinking");
  assert.equal(blocks[0]?.thinking, "Let me see.");
  assert.deepEqual(blocks.slice(1), [
    { type: "text", text: "Hello 😀, world" },
    { type: "tool_use", id: "toolu_1", name: "Bash", input },
  ]);
  assert.equal(message.stopReason, "tool_use");
  assert.ok(message.isComplete);
  assert.equal(message.model, "test-model");
  assert.match(message.id, /^msg_/);
  assert.equal(message.usage.input_tokens, 70);
  assert.equal(message.usage.output_tokens, 30);
});

promise("several calls of one answer stay apart, also those without input", async ({ provider }) => {
  const calls = [
    { name: "Bash", input: { command: "a" } },
    { name: "Read" },
    { name: "Bash", input: { command: "b" } },
  ];
  const { blocks } = await hear(provider.stream(asking({ tools: calls }), never));
  assert.deepEqual(
    blocks.map(({ name, input }) => ({ name, input })),
    calls.map(({ name, input = {} }) => ({ name, input })),
  );
  assert.equal(new Set(blocks.map(({ id }) => id)).size, 3);
});

promise("the next request of a turn gets the next step", async ({ provider }) => {
  const first = asking({ tools: [{ name: "Bash", id: "toolu_1", input: { command: "ls" } }] }, { text: "Done." });
  const { blocks } = await hear(provider.stream(first, never));
  const result = { type: "tool_result", tool_use_id: "toolu_1", content: "file", is_error: false };
  const messages = [...first.messages, { role: "assistant", content: blocks }, { role: "user", content: [result] }];
  const second = await hear(provider.stream({ ...first, messages: messages as never }, never));
  assert.deepEqual(second.blocks, [{ type: "text", text: "Done." }]);
  assert.equal(second.message.stopReason, "end_turn");
});

promise("an answer that met its limit says so", async ({ provider }) => {
  const { message } = await hear(provider.stream(asking({ text: "cut sh", stopReason: "max_tokens" }), never));
  assert.equal(message.stopReason, "max_tokens");
});

promise("an error of the API becomes a failure with its kind, status, type and request", async ({ provider, api }) => {
  const cases: readonly [number, string, FailureFacts["kind"], boolean][] = [
    [400, "invalid_request_error", "invalid_request", false],
    [401, "authentication_error", "authentication_failed", false],
    [403, "permission_error", "authentication_failed", false],
    [404, "not_found_error", "model_not_found", false],
    [408, "timeout_error", "unknown", true],
    [409, "conflict_error", "unknown", true],
    [413, "request_too_large", "invalid_request", false],
    [429, "rate_limit_error", "rate_limit", true],
    [500, "api_error", "server_error", true],
    [502, "api_error", "server_error", true],
    [529, "overloaded_error", "overloaded", true],
  ];
  for (const [status, type, kind, retryable] of cases) {
    const { facts, message } = await failure(
      provider.stream(asking({ error: { status, type, message: `no ${status}` } }), never),
    );
    const request = api === undefined ? {} : { requestId: `req_scripted_error_${status}` };
    assert.deepEqual(facts, { kind, status, type, ...request, retryable });
    assert.equal(message, `no ${status}`);
  }
});

promise("what the API says of trying again goes before the status", async ({ provider }) => {
  const stubborn = await failure(provider.stream(asking({ error: { status: 529, shouldRetry: false } }), never));
  assert.equal(stubborn.facts.retryable, false);
  const willing = await failure(
    provider.stream(asking({ error: { status: 400, shouldRetry: true, retryAfter: 1.5 } }), never),
  );
  assert.equal(willing.facts.retryable, true);
  assert.equal(willing.facts.retryAfterMs, 1_500);
});

promise("a failure that passes is tried again, and each retry is reported", async ({ provider, api }) => {
  const retries: Retry[] = [];
  const error = { status: 429, type: "rate_limit_error", message: "slow down", times: 2, retryAfter: 0.01 };
  const { blocks } = await hear(
    streamWithRetries(provider, asking({ text: "at last", error }), {
      signal: never,
      onRetry: (retry) => retries.push(retry),
    }),
  );
  assert.deepEqual(blocks, [{ type: "text", text: "at last" }]);
  assert.deepEqual(
    retries.map(({ attempt, maxRetries, delayMs, failure }) => [attempt, maxRetries, delayMs, failure.facts.status]),
    [
      [1, 10, 10, 429],
      [2, 10, 10, 429],
    ],
  );
  if (api !== undefined) assert.equal(api.requests.length, 3);
});

promise("a failure that stays is thrown when the retries are used up, one that cannot pass at once", async (stage) => {
  let retries = 0;
  const options = { signal: never, maxRetries: 2, baseDelayMs: 1, onRetry: () => retries++ };
  const { provider } = stage;
  const lasting = await failure(streamWithRetries(provider, asking({ error: { status: 500 } }), options));
  assert.equal(lasting.facts.kind, "server_error");
  assert.equal(retries, 2);
  await failure(streamWithRetries(provider, asking({ error: { status: 400 } }), options));
  assert.equal(retries, 2);
});

promise("an answer that is cut fails after what came of it, and the retry begins anew", async ({ provider }) => {
  const text = "0123456789";
  const events: ModelEvent[] = [];
  const { facts } = await failure(
    provider.stream(asking({ text, chunks: 10, cut: { afterChunks: 4 } }), never),
    events,
  );
  assert.deepEqual(facts, { kind: "unknown", status: null, retryable: true });
  assert.equal(textOf(events), "0123");
  const late = await failure(provider.stream(asking({ text, cut: { afterChunks: 99 } }), never));
  assert.equal(late.facts.status, null);
  const once = asking({ text, chunks: 10, cut: { afterChunks: 4, times: 1 } });
  const { events: all, blocks } = await hear(streamWithRetries(provider, once, { signal: never, baseDelayMs: 1 }));
  assert.equal(all.filter(({ type }) => type === "message_start").length, 2);
  assert.deepEqual(blocks, [{ type: "text", text }]);
});

promise("a cut after bytes fails wherever it falls, in the middle of a character too", async ({ provider }) => {
  for (const afterBytes of [0, 1, 300, 301, 302, 303, 304, 305, 700]) {
    const events: ModelEvent[] = [];
    const { facts } = await failure(
      provider.stream(asking({ text: "é😀".repeat(80), cut: { afterBytes } }), never),
      events,
    );
    assert.equal(facts.status, null, `after ${afterBytes} bytes`);
    assert.ok(textOf(events).isWellFormed());
  }
});

promise("an error in mid-answer keeps its type", async ({ provider }) => {
  const events: ModelEvent[] = [];
  const streamError = { type: "overloaded_error", message: "too much" };
  const { facts, message } = await failure(provider.stream(asking({ text: "So far", streamError }), never), events);
  assert.deepEqual(facts, { kind: "overloaded", status: null, type: "overloaded_error", retryable: true });
  assert.equal(message, "too much");
  assert.equal(textOf(events), "So far");
});

promise("an answer that stalls is given up and counts as failed", async ({ provider, api }) => {
  const retries: Retry[] = [];
  const options = {
    signal: never,
    maxRetries: 1,
    baseDelayMs: 1,
    stallMs: 60,
    onRetry: (retry: Retry) => retries.push(retry),
  };
  const { facts, message } = await failure(
    streamWithRetries(provider, asking({ text: "never done", stall: true }), options),
  );
  assert.deepEqual(facts, { kind: "unknown", status: null, retryable: true });
  assert.match(message, /nothing for 60 ms/);
  assert.equal(retries.length, 1);
  await api?.waitFor("both requests given up", ({ aborted }) => aborted === 2);
});

promise("a slow answer does not count as stalled while events come", async ({ provider }) => {
  const step = { text: "abcdefgh", chunks: 8, chunkDelayMs: 40 };
  const options = { signal: never, maxRetries: 0, stallMs: 200 };
  const { blocks } = await hear(streamWithRetries(provider, asking(step), options));
  assert.deepEqual(blocks, [{ type: "text", text: "abcdefgh" }]);
});

promise("an abort ends the request at once, wherever it is", async ({ provider, api }) => {
  const steps: readonly Step[] = [
    { text: "late", delayMs: 60_000 },
    { text: "slow", chunks: 4, chunkDelayMs: 60_000 },
    { text: "never done", stall: true },
  ];
  for (const [index, step] of steps.entries()) {
    const controller = new AbortController();
    const reason = new Error(`enough of ${index}`);
    const heard: ModelEvent[] = [];
    const stream = provider.stream(asking(step), controller.signal);
    const ended = assert.rejects(hear(stream, heard), (error) => error === reason);
    if (api !== undefined) await api.waitFor("the request", ({ requests }) => requests.length === index + 1);
    await new Promise(setImmediate);
    controller.abort(reason);
    await ended;
    if (api !== undefined) await api.waitFor("the abort", ({ aborted }) => aborted === index + 1);
  }
});

promise("an aborted signal asks for nothing", async ({ provider, api }) => {
  const reason = new Error("before it began");
  await assert.rejects(
    hear(provider.stream(asking({ text: "no" }), AbortSignal.abort(reason))),
    (error) => error === reason,
  );
  assert.equal(api?.requests.length ?? 0, 0);
});

promise("an abort ends the pause before a retry at once", async ({ provider }) => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const options = { signal: controller.signal, onRetry: () => controller.abort(reason) };
  const error = { status: 429, retryAfter: 3_600 };
  await assert.rejects(hear(streamWithRetries(provider, asking({ error }), options)), (thrown) => thrown === reason);
});

promise("leaving the loop gives the request up", async ({ provider, api }) => {
  for (const stream of [
    provider.stream(asking({ text: "1", stall: true }), never),
    streamWithRetries(provider, asking({ text: "2", stall: true }), { signal: never }),
  ]) {
    for await (const event of stream) if (event.type === "content_block_delta") break;
  }
  await api?.waitFor("both given up", ({ aborted }) => aborted === 2);
});

promise("an answer of a megabyte arrives whole", async ({ provider }) => {
  const text = "0123456789abcdé😀";
  const { blocks } = await hear(provider.stream(asking({ text, repeat: 60_000, chunks: 200 }), never));
  assert.equal(blocks[0]?.text, text.repeat(60_000));
});

for (const name of ["anthropic", "openai"]) {
  test(`G4 ${name}: an API that is not there is a failure without a status that may pass`, async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const url = `http://127.0.0.1:${port}`;
    const env = { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: "x", OPENAI_BASE_URL: url, OPENAI_API_KEY: "x" };
    const provider = name === "anthropic" ? new AnthropicProvider(env) : new OpenAiProvider(env);
    const { facts, message } = await failure(provider.stream(asking({ text: "no" }), never));
    assert.deepEqual(facts, { kind: "unknown", status: null, retryable: true });
    assert.match(message, /ECONNREFUSED/);
  });
}
