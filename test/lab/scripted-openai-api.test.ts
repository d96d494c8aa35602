import assert from "node:assert/strict";
import { test } from "node:test";
import type { Step } from "../../src/script/script.ts";
import { scripted } from "../../src/script/scripted-prompt.ts";
import { type Fields, objects } from "../../src/wire/fields.ts";
import { ScriptedOpenAiApi } from "./scripted-openai-api.ts";

const says = (...steps: readonly Step[]): Fields => ({ role: "user", content: scripted(...steps) });

function post(api: ScriptedOpenAiApi, messages: readonly Fields[], body: Fields = {}): Promise<Response> {
  return fetch(`${api.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "gpt-test", stream: true, messages, ...body }),
  });
}

/** The chunks of a stream, which has to end as it should. */
async function chunks(response: Response): Promise<Fields[]> {
  const blocks = (await response.text()).split("\n\n").filter((block) => block !== "" && !block.startsWith(":"));
  assert.equal(blocks.pop(), "data: [DONE]");
  return blocks.map((block) => JSON.parse(block.replace(/^data: /, "")) as Fields);
}

const step: Step = {
  thinking: "hm",
  text: "Hello",
  tools: [
    { name: "A", id: "call_a", input: { x: 1 } },
    { name: "B", id: "call_b" },
  ],
  inputTokens: 11,
  outputTokens: 5,
};
const usage = {
  prompt_tokens: 11,
  completion_tokens: 5,
  total_tokens: 16,
  prompt_tokens_details: { cached_tokens: 0 },
};

test("G4 the scripted OpenAI API streams chunks as the real one does", async () => {
  await using api = await ScriptedOpenAiApi.start();
  const response = await post(api, [says({ ...step, chunks: 1 })], { stream_options: { include_usage: true } });
  assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
  const all = await chunks(response);
  assert.deepEqual(
    all.map(({ choices }) => (choices as readonly Fields[])[0]),
    [
      { role: "assistant", content: "" },
      { reasoning_content: "hm" },
      { content: "Hello" },
      { tool_calls: [{ index: 0, id: "call_a", type: "function", function: { name: "A", arguments: "" } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"x":1}' } }] },
      { tool_calls: [{ index: 1, id: "call_b", type: "function", function: { name: "B", arguments: "" } }] },
      { tool_calls: [{ index: 1, function: { arguments: "{}" } }] },
      {},
      undefined,
    ].map((delta, index) => delta && { index: 0, delta, finish_reason: index === 7 ? "tool_calls" : null }),
  );
  assert.deepEqual(all.at(-1)?.usage, usage);
  const plain = await chunks(await post(api, [says({ text: "x" })]));
  assert.ok(plain.every((chunk) => !("usage" in chunk)));
});

test("G4 an answer of the scripted OpenAI API that is not streamed is one object", async () => {
  await using api = await ScriptedOpenAiApi.start();
  const answer = (await (await post(api, [says(step)], { stream: false })).json()) as Fields;
  const [choice] = answer.choices as readonly Fields[];
  assert.equal(choice?.finish_reason, "tool_calls");
  assert.deepEqual(choice?.message, {
    role: "assistant",
    content: "Hello",
    reasoning_content: "hm",
    tool_calls: [
      { id: "call_a", type: "function", function: { name: "A", arguments: '{"x":1}' } },
      { id: "call_b", type: "function", function: { name: "B", arguments: "{}" } },
    ],
  });
  assert.deepEqual(answer.usage, usage);
});

test("G4 errors of the scripted OpenAI API have its form, and other paths are not found", async () => {
  await using api = await ScriptedOpenAiApi.start();
  const response = await post(api, [says({ error: { status: 429, type: "tokens", message: "slow", retryAfter: 2 } })]);
  assert.equal(response.status, 429);
  assert.equal(response.headers.get("retry-after"), "2");
  assert.deepEqual(await response.json(), { error: { message: "slow", type: "tokens", param: null, code: null } });
  assert.equal((await fetch(`${api.url}/messages`, { method: "POST", body: "{}" })).status, 404);
  assert.equal((await fetch(`${api.url}/chat/completions`, { method: "POST", body: "[]" })).status, 400);
});

test("G4 the scripted OpenAI API counts steps by assistant messages and takes no script from a tool", async () => {
  await using api = await ScriptedOpenAiApi.start();
  const messages = [
    { role: "system", content: "Be brief." },
    says({ text: "1" }, { text: "2" }),
    { role: "assistant", content: null, tool_calls: [] },
    { role: "tool", tool_call_id: "x", content: scripted({ text: "printed by a tool" }) },
  ];
  const answer = (await (await post(api, messages, { stream: false })).json()) as Fields;
  const [choice] = objects(answer.choices);
  assert.deepEqual(choice?.message, { role: "assistant", content: "2" });
});
