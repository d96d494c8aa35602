import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { isBridleError } from "../../src/errors.ts";
import type { Step } from "../../src/script/script.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, isFields } from "../../src/wire/fields.ts";
import { ScriptedModelApi } from "./scripted-model-api.ts";

const tools = [{ name: "Bash", input_schema: { type: "object" } }];

interface Asked {
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
  readonly body?: Fields;
}

function post(
  api: ScriptedModelApi,
  messages: unknown,
  { stream = true, signal, body }: Asked = {},
): Promise<Response> {
  return fetch(`${api.url}/v1/messages?beta=true`, {
    method: "POST",
    body: JSON.stringify({ model: "claude-test", max_tokens: 10, stream, tools, messages, ...body }),
    ...(signal !== undefined && { signal }),
  });
}

const says = (...steps: readonly Step[]): Fields => ({ role: "user", content: scripted(...steps) });

/** The events of a stream; each has to be named as its data is. */
function events(text: string): Fields[] {
  const blocks = text.split("\n\n").filter((block) => block !== "");
  return blocks.map((block) => {
    const [, name, json] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? assert.fail(`not an event: ${block}`);
    const data: unknown = JSON.parse(json ?? "");
    assert.ok(isFields(data));
    assert.equal(data.type, name);
    return data;
  });
}

function deltas(all: readonly Fields[], key: string): string[] {
  return all.flatMap(({ delta }) => (isFields(delta) && typeof delta[key] === "string" ? [delta[key]] : []));
}

async function textOf(response: Response): Promise<unknown> {
  const { content } = (await response.json()) as { content: readonly Fields[] };
  return content.find((block) => block.type === "text")?.text;
}

test("L1 a streamed answer has the events of the real API in their order", async () => {
  await using api = await ScriptedModelApi.start();
  const step = {
    thinking: "hm",
    text: "Hello 😀 you",
    tools: [{ name: "Bash", input: { command: "ls" }, id: "toolu_1" }],
  };
  const response = await post(api, [says({ ...step, chunks: 4 })]);
  assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
  const all = events(await response.text());
  const order = all.map(({ type }) => type).filter((type, index, types) => type !== types[index - 1]);
  const block = ["content_block_start", "content_block_delta", "content_block_stop"];
  assert.deepEqual(order, ["message_start", "ping", ...block, ...block, ...block, "message_delta", "message_stop"]);
  assert.equal(deltas(all, "thinking").join(""), "hm");
  assert.equal(deltas(all, "text").length, 4);
  assert.ok(deltas(all, "text").every((piece) => piece.isWellFormed()));
  assert.equal(deltas(all, "text").join(""), step.text);
  assert.deepEqual(JSON.parse(deltas(all, "partial_json").join("")), { command: "ls" });
  assert.equal(deltas(all, "stop_reason").join(""), "tool_use");
  assert.deepEqual(
    all.filter(({ type }) => type === "content_block_start").map(({ content_block }) => content_block),
    [
      { type: "thinking", thinking: "", signature: "" },
      { type: "text", text: "" },
      { type: "tool_use", id: "toolu_1", name: "Bash", input: {} },
    ],
  );
});

test("L1 an answer that is not streamed is one JSON message", async () => {
  await using api = await ScriptedModelApi.start();
  const response = await post(api, [says({ text: "hi", outputTokens: 7, stopReason: "max_tokens" })], {
    stream: false,
  });
  const message = (await response.json()) as Fields;
  assert.deepEqual(message.content, [{ type: "text", text: "hi" }]);
  assert.equal(message.stop_reason, "max_tokens");
  assert.equal(message.model, "claude-test");
  assert.ok(isFields(message.usage) && message.usage.output_tokens === 7);
});

test("L1 the step is the number of assistant messages after the newest script, which may have any other role", async () => {
  await using api = await ScriptedModelApi.start();
  const assistant = { role: "assistant", content: [{ type: "text", text: "…" }] };
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "x", content: "done" }] };
  const first = says({ text: "1" }, { text: "2" }, { text: "3" });
  const midTurn = { role: "system", content: [{ type: "text", text: `User says: ${scripted({ text: "mid" })}` }] };
  const reminder = `<system-reminder>\n${scripted({ text: "folded" })}\n</system-reminder>`;
  const toolResult = (content: unknown): Fields => ({ role: "user", content: [{ type: "tool_result", content }] });
  const cases: readonly [string, readonly unknown[]][] = [
    ["1", [first]],
    ["2", [first, assistant, result]],
    ["3", [first, assistant, result, assistant, result]],
    ["3", [first, assistant, result, assistant, result, assistant, result]],
    ["mid", [first, assistant, result, midTurn]],
    ["folded", [first, assistant, toolResult(`hi\n${reminder}`)]],
    ["folded", [first, assistant, toolResult([{ type: "text", text: reminder }])]],
    [
      "folded",
      [first, assistant, toolResult(`hi\n\nThe user sent the following message: ${scripted({ text: "folded" })}`)],
    ],
    ["2", [first, assistant, toolResult(scripted({ text: "printed by a tool" }))]],
    ["Hello from the scripted model.", [{ role: "user", content: "hello" }]],
  ];
  for (const [expected, messages] of cases) {
    assert.equal(await textOf(await post(api, messages, { stream: false })), expected);
  }
});

test("L1 a call without tools is beside the conversation and gets a plain answer", async () => {
  await using api = await ScriptedModelApi.start();
  const ask = (body: Fields): Promise<unknown> =>
    post(api, [says({ text: "not this" })], { stream: false, body: { tools: [], ...body } }).then(textOf);
  assert.equal(await ask({}), "Scripted.");
  assert.equal(await ask({ output_config: { format: { type: "json_schema" } } }), '{"title":"Scripted"}');
});

test("L1 an error comes as often as it should, with its headers, and then the answer", async () => {
  await using api = await ScriptedModelApi.start();
  const error = {
    status: 429,
    type: "rate_limit_error",
    message: "slow down",
    times: 2,
    retryAfter: 1,
    shouldRetry: true,
  };
  const messages = [says({ text: "at last", error })];
  for (const _ of [1, 2]) {
    const response = await post(api, messages);
    assert.equal(response.status, 429);
    assert.equal(response.headers.get("retry-after"), "1");
    assert.equal(response.headers.get("x-should-retry"), "true");
    const body = (await response.json()) as Fields;
    assert.equal(body.type, "error");
    assert.deepEqual(body.error, { type: "rate_limit_error", message: "slow down" });
  }
  assert.equal(await textOf(await post(api, messages, { stream: false })), "at last");
  const other = await post(api, messages, { body: { metadata: { user_id: "another session" } } });
  assert.equal(other.status, 429, "another session meets the error anew");
});

test("L1 an error without a number stays, and one can come in mid-stream", async () => {
  await using api = await ScriptedModelApi.start();
  for (const _ of [1, 2, 3]) assert.equal((await post(api, [says({ error: { status: 529 } })])).status, 529);
  const streamError = { type: "overloaded_error", message: "busy" };
  const all = events(await (await post(api, [says({ text: "half", streamError })])).text());
  assert.deepEqual(all.at(-1), { type: "error", error: streamError });
  assert.ok(!all.some(({ type }) => type === "message_stop"));
});

/** What arrived of an answer before its connection broke; fails when it did not break. */
async function untilBroken(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  await assert.rejects(async () => {
    for await (const part of response.body ?? []) parts.push(part);
  });
  return Buffer.concat(parts).toString();
}

test("L1 a connection is cut after a number of chunks or bytes, and counts as no abort", async () => {
  await using api = await ScriptedModelApi.start();
  const text = "abcdefghij";
  const byChunks = await untilBroken(await post(api, [says({ text, chunks: 10, cut: { afterChunks: 4 } })]));
  assert.equal(deltas(events(byChunks), "text").join(""), "abcd");
  const byBytes = await untilBroken(await post(api, [says({ text, cut: { afterBytes: 333 } })]));
  assert.equal(byBytes.length, 333);
  const late = await untilBroken(await post(api, [says({ text, cut: { afterChunks: 99 } })]));
  assert.equal(events(late).at(-1)?.type, "content_block_stop");
  const whole = await untilBroken(await post(api, [says({ text, cut: { afterBytes: 20 } })], { stream: false }));
  assert.equal(whole.length, 20);
  const once = [says({ text, cut: { afterChunks: 0, times: 1 } })];
  assert.deepEqual(deltas(events(await untilBroken(await post(api, once))), "text"), []);
  assert.equal(await textOf(await post(api, once, { stream: false })), text);
  assert.equal(api.aborted, 0);
});

test("L1 an answer that stalls, dawdles or waits ends when its client goes, and is counted", async () => {
  await using api = await ScriptedModelApi.start();
  const steps: readonly Step[] = [
    { text: "never done", stall: true },
    { text: "slow", chunks: 4, chunkDelayMs: 60_000 },
  ];
  for (const [index, step] of steps.entries()) {
    const gone = new AbortController();
    const response = await post(api, [says(step)], { signal: gone.signal });
    const reader = response.body?.getReader();
    assert.equal((await reader?.read())?.done, false);
    gone.abort();
    await api.waitFor("an abort", ({ aborted }) => aborted === index + 1);
  }
  const waiting = new AbortController();
  const late = post(api, [says({ text: "late", delayMs: 60_000 })], { signal: waiting.signal });
  await api.waitFor("the request", ({ requests }) => requests.length === 3);
  waiting.abort();
  await assert.rejects(late);
  await api.waitFor("an abort", ({ aborted }) => aborted === 3);
});

test("L1 the pauses of a script are kept", async () => {
  await using api = await ScriptedModelApi.start();
  const before = performance.now();
  await (await post(api, [says({ text: "abcd", delayMs: 50, chunks: 4, chunkDelayMs: 25 })])).text();
  // Timers may fire up to a millisecond early.
  assert.ok(performance.now() - before >= 145);
});

test("L1 an answer of 5 MB arrives whole, streamed and not", async () => {
  await using api = await ScriptedModelApi.start();
  const messages = [says({ text: "0123456789", repeat: 500_000, chunks: 50 })];
  const streamed = deltas(events(await (await post(api, messages)).text()), "text");
  assert.equal(streamed.length, 50);
  assert.equal(streamed.join(""), "0123456789".repeat(500_000));
  assert.equal(await textOf(await post(api, messages, { stream: false })), "0123456789".repeat(500_000));
});

test("L1 a function can answer, leave it to the script, or fail", async () => {
  const answers: readonly (() => Step | undefined)[] = [
    () => ({ text: "from the function" }),
    () => undefined,
    () => assert.fail("no answer today"),
  ];
  let asked = 0;
  await using api = await ScriptedModelApi.start({ answer: () => answers[asked++]?.() });
  const ask = (): Promise<Response> => post(api, [says({ text: "from the script" })], { stream: false });
  assert.equal(await textOf(await ask()), "from the function");
  assert.equal(await textOf(await ask()), "from the script");
  const failed = await ask();
  assert.equal(failed.status, 500);
  assert.match(await failed.text(), /no answer today/);
});

test("L1 tokens are counted, HEAD is fine, and the rest is not found or not understood", async () => {
  await using api = await ScriptedModelApi.start({ maxBodyBytes: 1_000 });
  const send = (path: string, method: string, body?: string): Promise<Response> =>
    fetch(api.url + path, { method, ...(body !== undefined && { body }) });
  const counted = await send("/v1/messages/count_tokens?beta=true", "POST", '{"messages":[]}');
  assert.deepEqual(await counted.json(), { input_tokens: 4 });
  assert.equal((await send("/api/hello", "HEAD")).status, 200);
  assert.equal((await send("/v1/models", "GET")).status, 404);
  assert.equal((await send("/v1/messages", "GET")).status, 404);
  assert.equal((await send("/v1/messages", "POST", "not json")).status, 400);
  assert.equal((await send("/v1/messages", "POST", "[]")).status, 400);
  assert.equal((await send("/v1/messages", "POST", " ".repeat(1_001))).status, 413);
  assert.deepEqual(
    api.requests.slice(0, 3).map(({ method, path }) => `${method} ${path}`),
    ["POST /v1/messages/count_tokens", "HEAD /api/hello", "GET /v1/models"],
  );
  assert.deepEqual(api.requests[0]?.body, { messages: [] });
});

test("L1 only the newest requests are kept", async () => {
  await using api = await ScriptedModelApi.start({ maxRequests: 3 });
  for (const path of ["/a", "/b", "/c", "/d"]) await fetch(api.url + path);
  assert.deepEqual(
    api.requests.map(({ path }) => path),
    ["/b", "/c", "/d"],
  );
});

test("L1 closing breaks off what is running, leaves no socket, and may be done twice", async () => {
  const api = await ScriptedModelApi.start();
  const { port } = new URL(api.url);
  const idle = connect(Number(port), "127.0.0.1");
  const idleClosed = new Promise((resolve) => idle.on("error", () => undefined).on("close", resolve));
  await new Promise((resolve) => idle.on("connect", resolve));
  const stalled = await post(api, [says({ text: "x", stall: true })]);
  await Promise.all([api.close(), api.close()]);
  await untilBroken(stalled);
  await idleClosed;
  assert.equal(api.aborted, 0);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/`));
});

test("L1 waiting for the API ends in time, or when it is closed", async () => {
  const api = await ScriptedModelApi.start();
  const timedOut = (error: unknown): boolean =>
    isBridleError(error, "timeout") && error.data.waitingFor === "a miracle";
  await assert.rejects(
    api.waitFor("a miracle", () => false, 10),
    timedOut,
  );
  const waiting = assert.rejects(
    api.waitFor("a miracle", () => false, 60_000),
    timedOut,
  );
  await api.close();
  await waiting;
});
