import assert from "node:assert/strict";
import { test } from "node:test";
import { anthropicRequest } from "./anthropic-request.ts";
import type { ModelRequest } from "./provider.ts";

const plain: ModelRequest = {
  model: "claude-haiku-4-5",
  system: "",
  messages: [{ role: "user", content: "hi" }],
  tools: [],
  maxTokens: 8_000,
  sessionId: "session-1",
};
const mark = { cache_control: { type: "ephemeral" } };

test("G4 the system prompt and the last block are marked for the cache, and the session is named", () => {
  const messages = [
    { role: "user", content: "hi" },
    { role: "assistant", content: [{ type: "tool_use", id: "t", name: "T", input: {} }] },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t", content: "x" },
        { type: "text", text: "go on" },
      ],
    },
  ] as const;
  const tools = [{ name: "T", description: "d", input_schema: { type: "object" } }];
  assert.deepEqual(anthropicRequest({ ...plain, system: "Be brief.", messages, tools }), {
    model: "claude-haiku-4-5",
    max_tokens: 8_000,
    stream: true,
    metadata: { user_id: "session-1" },
    system: [{ type: "text", text: "Be brief.", ...mark }],
    tools,
    messages: [
      { role: "user", content: [{ type: "text", text: "hi" }] },
      messages[1],
      { role: "user", content: [messages[2].content[0], { type: "text", text: "go on", ...mark }] },
    ],
  });
});

test("G4 thinking has a budget where the model takes one, inside what it may write", () => {
  const thinking = (request: Partial<ModelRequest>): unknown => anthropicRequest({ ...plain, ...request }).thinking;
  assert.equal(thinking({}), undefined);
  assert.deepEqual(thinking({ thinkingTokens: 0 }), { type: "disabled" });
  assert.deepEqual(thinking({ thinkingTokens: 4_000 }), { type: "enabled", budget_tokens: 4_000 });
  assert.deepEqual(thinking({ thinkingTokens: 5 }), { type: "enabled", budget_tokens: 1_024 });
  assert.deepEqual(thinking({ thinkingTokens: 31_999 }), { type: "enabled", budget_tokens: 7_999 });
  assert.equal(thinking({ thinkingTokens: 4_000, maxTokens: 1_000 }), undefined);
  assert.deepEqual(thinking({ model: "claude-opus-5-5", thinkingTokens: 4_000 }), {
    type: "adaptive",
    display: "summarized",
  });
});

test("G4 what the API would refuse is left out", () => {
  const messages = [
    { role: "user", content: "hi" },
    { role: "assistant", content: [{ type: "thinking", thinking: "broken off", signature: "" }] },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "signed", signature: "s" },
        { type: "text", text: "" },
        { type: "text", text: "yes" },
      ],
    },
    { role: "user", content: [{ type: "text", text: "?" }] },
  ] as const;
  assert.deepEqual(anthropicRequest({ ...plain, messages }).messages, [
    { role: "user", content: [{ type: "text", text: "hi" }] },
    { role: "assistant", content: [messages[2].content[0], { type: "text", text: "yes" }] },
    { role: "user", content: [{ type: "text", text: "?", ...mark }] },
  ]);
});

test("G4 an answer that broke off after its thoughts, and blank texts, are not sent: the API would refuse them for ever", () => {
  const thought = { type: "thinking", thinking: "hm", signature: "s" };
  const messages = [
    { role: "user", content: "hi" },
    { role: "assistant", content: [thought] },
    { role: "assistant", content: [thought, { type: "text", text: "\n\n" }] },
    { role: "assistant", content: [thought, { type: "text", text: "said" }, thought] },
    { role: "user", content: [{ type: "text", text: "go on" }] },
  ] as const;
  const sent = anthropicRequest({ ...plain, messages }).messages;
  assert.deepEqual(
    sent.map(({ role, content }) => [role, (content as readonly { type: string }[]).map(({ type }) => type)]),
    [
      ["user", ["text"]],
      ["assistant", ["thinking", "text"]],
      ["user", ["text"]],
    ],
  );
});
