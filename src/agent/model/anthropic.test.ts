import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { allOf } from "../../../test/lab/all-of.ts";
import { ScriptedModelApi } from "../../../test/lab/scripted-model-api.ts";
import type { Fields } from "../../wire/fields.ts";
import { AnthropicProvider } from "./anthropic.ts";
import { ModelFailure } from "./model-failure.ts";
import type { ModelRequest } from "./provider.ts";

const request: ModelRequest = {
  model: "claude-opus-5-5",
  system: "Be brief.",
  messages: [{ role: "user", content: "hi" }],
  tools: [{ name: "T", description: "d", input_schema: { type: "object" } }],
  maxTokens: 100,
  sessionId: "session-1",
};

test("G4 a request is one POST to the Messages API, and pings are not handed on", async () => {
  await using api = await ScriptedModelApi.start();
  const provider = new AnthropicProvider({ ANTHROPIC_BASE_URL: api.url, ANTHROPIC_AUTH_TOKEN: "token" });
  assert.equal(provider.apiKeySource, "ANTHROPIC_AUTH_TOKEN");
  const events = await allOf(provider.stream(request, new AbortController().signal));
  assert.ok(!events.some(({ type }) => type === "ping"));
  assert.equal(events.at(-1)?.type, "message_stop");
  assert.deepEqual(
    api.requests.map(({ method, path }) => `${method} ${path}`),
    ["POST /v1/messages"],
  );
  const body = api.requests[0]?.body as Fields;
  assert.equal(body.stream, true);
  assert.deepEqual(body.metadata, { user_id: "session-1" });
});

test("G4 an error is tried once here: retries are counted and told by the one who asks", async () => {
  await using api = await ScriptedModelApi.start({ answer: () => ({ error: { status: 529 } }) });
  const provider = new AnthropicProvider({ ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "key" });
  await assert.rejects(allOf(provider.stream(request, new AbortController().signal)));
  assert.equal(api.requests.length, 1);
});

test("G4 an answer that ends properly, but before its message did, was cut", async () => {
  const server = createServer((_, response) => {
    const message = { id: "msg_1", type: "message", role: "assistant", content: [], usage: {} };
    const data = JSON.stringify({ type: "message_start", message });
    response.writeHead(200, { "content-type": "text/event-stream" }).end(`event: message_start\ndata: ${data}\n\n`);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const env = { ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`, ANTHROPIC_API_KEY: "key" };
  try {
    await assert.rejects(allOf(new AnthropicProvider(env).stream(request, new AbortController().signal)), (error) => {
      assert.ok(error instanceof ModelFailure);
      assert.deepEqual(error.facts, { kind: "unknown", status: null, retryable: true });
      return true;
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
