import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { allOf } from "../../../../test/lab/all-of.ts";
import type { Fields } from "../../../wire/fields.ts";
import { ModelFailure } from "../model-failure.ts";
import type { ModelEvent } from "../provider.ts";
import { OpenAiProvider } from "./openai.ts";

/** What the provider makes of an endpoint that answers as `respond` does. */
async function ask(respond: (response: ServerResponse) => void): Promise<ModelEvent[]> {
  const server = createServer((_, response) => respond(response)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const provider = new OpenAiProvider({ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1/`, OPENAI_API_KEY: "k" });
  const messages = [{ role: "user", content: "hi" }] as const;
  const request = { model: "m", system: "", messages, tools: [], maxTokens: 1, sessionId: "s" };
  try {
    return await allOf(provider.stream(request, new AbortController().signal));
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const stream = { "content-type": "text/event-stream" };
const data = (value: Fields): string => `data: ${JSON.stringify(value)}\r\n\r\n`;
const said = (content: string, finish_reason: string | null = null): Fields => ({
  choices: [{ delta: { content }, finish_reason }],
});

async function failure(respond: (response: ServerResponse) => void): Promise<ModelFailure> {
  const error: unknown = await ask(respond).then(
    () => assert.fail("there was an answer"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ModelFailure, String(error));
  return error;
}

test("G4 an answer is complete without [DONE] once it told why it stopped", async () => {
  const events = await ask((response) =>
    response.writeHead(200, stream).end(data(said("a")) + data(said("b", "stop"))),
  );
  assert.equal(events.at(-1)?.type, "message_stop");
});

test("G4 an answer that ends without telling why was cut", async () => {
  const { facts } = await failure((response) =>
    response.writeHead(200, stream).end(`${data(said("a"))}data: [DONE]\n\n`),
  );
  assert.deepEqual(facts, { kind: "unknown", status: null, retryable: true });
});

test("G4 what is no event stream is told as that, and not asked for again", async () => {
  const json = await failure((response) => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  assert.match(json.message, /application\/json instead of an event stream/);
  assert.equal(json.facts.retryable, false);
  const broken = await failure((response) => response.writeHead(200, stream).end("data: {oops\n\n"));
  assert.match(broken.message, /not a JSON object/);
});

test("G4 errors are read in the forms that endpoints give them", async () => {
  for (const [body, message, type] of [
    ['{"error":{"message":"m1","type":"t1"}}', "m1", "t1"],
    ['{"error":{"message":"m2","code":"c2"}}', "m2", "c2"],
    ['{"error":"m3"}', "m3", undefined],
    ['{"detail":"m4"}', "m4", undefined],
    ["<html>m5</html>", "<html>m5</html>", undefined],
    ["", "Bad Gateway", undefined],
  ] as const) {
    const found = await failure((response) => response.writeHead(502, "Bad Gateway").end(body));
    assert.equal(found.message, message);
    assert.equal(found.facts.type, type);
    assert.equal(found.facts.kind, "server_error");
  }
});

test("G4 an empty account is not asked again", async () => {
  const error = { message: "pay", type: "insufficient_quota", code: "insufficient_quota" };
  const { facts } = await failure((response) => response.writeHead(429).end(JSON.stringify({ error })));
  assert.deepEqual(facts, { kind: "rate_limit", status: 429, type: "insufficient_quota", retryable: false });
});
