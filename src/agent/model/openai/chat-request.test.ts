import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../../../wire/fields.ts";
import type { ModelMessage } from "../provider.ts";
import { chatRequest } from "./chat-request.ts";

const plain = { model: "m", system: "", messages: [], tools: [], maxTokens: 9, sessionId: "s" };

function converted(...messages: readonly ModelMessage[]): unknown {
  return chatRequest({ ...plain, messages }, "max_tokens").messages;
}

const image = (data: string): Fields => ({ type: "image", source: { type: "base64", media_type: "image/png", data } });
const picture = (data: string): Fields => ({ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } });

test("G4 a request asks for a stream with usage and tells the tools", () => {
  const tools = [{ name: "Read", description: "reads", input_schema: { type: "object" } }];
  assert.deepEqual(chatRequest({ ...plain, system: "Be brief.", tools }, "max_completion_tokens"), {
    model: "m",
    stream: true,
    stream_options: { include_usage: true },
    max_completion_tokens: 9,
    messages: [{ role: "system", content: "Be brief." }],
    tools: [{ type: "function", function: { name: "Read", description: "reads", parameters: { type: "object" } } }],
  });
});

test("G4 calls and results become calls and tool messages, with what the user said behind them", () => {
  const call = (id: string): Fields => ({ type: "tool_use", id, name: "Read", input: { path: id } });
  const called = (id: string): Fields => ({
    id,
    type: "function",
    function: { name: "Read", arguments: JSON.stringify({ path: id }) },
  });
  assert.deepEqual(
    converted(
      { role: "user", content: "read" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "s" },
          { type: "text", text: "So" },
          call("a"),
          call("b"),
        ],
      },
      {
        role: "user",
        content: [
          { type: "text", text: "and hurry" },
          { type: "tool_result", tool_use_id: "a", content: "found" },
          { type: "tool_result", tool_use_id: "b", content: [{ type: "text", text: "not there" }], is_error: true },
        ],
      },
      { role: "assistant", content: [call("c")] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c" }] },
    ),
    [
      { role: "user", content: "read" },
      { role: "assistant", content: "So", tool_calls: [called("a"), called("b")] },
      { role: "tool", tool_call_id: "a", content: "found" },
      { role: "tool", tool_call_id: "b", content: "Error: not there" },
      { role: "user", content: "and hurry" },
      { role: "assistant", content: null, tool_calls: [called("c")] },
      { role: "tool", tool_call_id: "c", content: "" },
    ],
  );
});

test("G4 pictures are sent as such, those of a result after it", () => {
  const url = { type: "image", source: { type: "url", url: "https://example.org/x.png" } };
  assert.deepEqual(
    converted(
      { role: "user", content: [{ type: "text", text: "look" }, image("AAAA"), url] },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "Read" }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "a file" }, image("BBBB")] },
        ],
      },
    ),
    [
      {
        role: "user",
        content: [
          { type: "text", text: "look" },
          picture("AAAA"),
          { type: "image_url", image_url: { url: "https://example.org/x.png" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "a", type: "function", function: { name: "Read", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "a", content: "a file\n[an image, below]" },
      { role: "user", content: [picture("BBBB")] },
    ],
  );
});

test("G4 what has nothing to say is left out, what cannot be sent is named", () => {
  assert.deepEqual(
    converted(
      { role: "assistant", content: [{ type: "thinking", thinking: "only thought" }] },
      { role: "user", content: [{ type: "text", text: "" }] },
      { role: "user", content: [{ type: "document", source: {} }] },
    ),
    [{ role: "user", content: "[a block of type document that cannot be sent to this model]" }],
  );
});
