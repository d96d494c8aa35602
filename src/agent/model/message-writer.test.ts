import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageAssembler } from "./message-assembler.ts";
import { MessageWriter } from "./message-writer.ts";
import type { ModelEvent } from "./provider.ts";

function written(write: (writer: MessageWriter) => void): ModelEvent[] {
  const events: ModelEvent[] = [];
  write(new MessageWriter((event) => events.push(event), { model: "mine", id: "msg_1" }));
  return events;
}

test("G4 what is written becomes blocks that open and close as its kind changes", () => {
  const events = written((writer) => {
    writer.thinking("hm");
    writer.text("Hello");
    writer.text(", you");
    writer.toolUse({ id: "a", name: "Read" }, '{"file_');
    writer.toolUse({ id: "a", name: "Read" }, 'path":"x"}');
    writer.toolUse({ id: "b", name: "Now" }, "");
    writer.text("Bye");
    writer.end("end_turn", { output_tokens: 9 });
  });
  const start = { id: "msg_1", type: "message", role: "assistant", model: "mine" };
  const empty = { content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 0, output_tokens: 0 } };
  const block = (index: number, content_block: object, ...deltas: readonly object[]): object[] => [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
  assert.deepEqual(events, [
    { type: "message_start", message: { ...start, ...empty } },
    ...block(0, { type: "thinking", thinking: "", signature: "" }, { type: "thinking_delta", thinking: "hm" }),
    ...block(
      1,
      { type: "text", text: "" },
      { type: "text_delta", text: "Hello" },
      { type: "text_delta", text: ", you" },
    ),
    ...block(
      2,
      { type: "tool_use", id: "a", name: "Read", input: {} },
      { type: "input_json_delta", partial_json: '{"file_' },
      { type: "input_json_delta", partial_json: 'path":"x"}' },
    ),
    ...block(3, { type: "tool_use", id: "b", name: "Now", input: {} }),
    ...block(4, { type: "text", text: "" }, { type: "text_delta", text: "Bye" }),
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: "message_stop" },
  ]);
});

test("G4 an empty answer is a message, too, and empty deltas open nothing", () => {
  const events = written((writer) => {
    writer.text("");
    writer.thinking("");
    writer.end("end_turn");
    writer.end("end_turn");
  });
  assert.deepEqual(
    events.map(({ type }) => type),
    ["message_start", "message_delta", "message_stop"],
  );
});

test("G4 nothing can be written behind the end", () => {
  written((writer) => {
    writer.end("end_turn");
    assert.throws(() => writer.text("more"), /has ended/);
  });
});

test("G4 what the writer writes, the assembler reads", () => {
  const message = new MessageAssembler();
  const blocks = written((writer) => {
    writer.text("a".repeat(10));
    writer.toolUse({ id: "t", name: "T" }, JSON.stringify({ deep: [{ x: 1 }] }));
    writer.end("tool_use", { input_tokens: 3, output_tokens: 4 });
  }).flatMap((event) => message.take(event)?.block ?? []);
  assert.deepEqual(blocks, [
    { type: "text", text: "aaaaaaaaaa" },
    { type: "tool_use", id: "t", name: "T", input: { deep: [{ x: 1 }] } },
  ]);
  assert.deepEqual([message.id, message.model, message.stopReason], ["msg_1", "mine", "tool_use"]);
  assert.deepEqual(message.usage, { input_tokens: 3, output_tokens: 4 });
});
