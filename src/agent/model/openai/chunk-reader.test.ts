import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../../../wire/fields.ts";
import { MessageAssembler } from "../message-assembler.ts";
import { ModelFailure } from "../model-failure.ts";
import { ChunkReader } from "./chunk-reader.ts";

const chunk = (delta: Fields, finish_reason: string | null = null): Fields => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const call = (part: Fields): Fields => chunk({ tool_calls: [part] });

function read(...chunks: readonly Fields[]): { blocks: readonly Fields[]; message: MessageAssembler } {
  const reader = new ChunkReader("m");
  const message = new MessageAssembler();
  const events = [...chunks.flatMap((each) => reader.read(each)), ...reader.end()];
  const finished = events.flatMap((event) => message.take(event) ?? []);
  return { blocks: finished.map(({ block }) => block), message };
}

test("G4 thoughts are read under both their names, and refusals as text", () => {
  const { blocks } = read(
    chunk({ role: "assistant", content: "", reasoning_content: "a" }),
    chunk({ reasoning: "b", content: null }),
    chunk({ content: "c" }),
    chunk({ refusal: "d" }, "stop"),
  );
  assert.deepEqual(blocks, [
    { type: "thinking", thinking: "ab", signature: "" },
    { type: "text", text: "cd" },
  ]);
});

test("G4 calls are told apart by index or by id, and get an id when they have none", () => {
  const byIndex = read(
    call({ index: 0, id: "x", function: { name: "A", arguments: "" } }),
    call({ index: 0, function: { arguments: '{"a"' } }),
    call({ index: 0, id: "", function: { arguments: ":1}" } }),
    call({ index: 1, id: "y", function: { name: "B", arguments: "{}" } }),
    chunk({}, "tool_calls"),
  );
  assert.deepEqual(
    byIndex.blocks.map(({ id, name, input }) => [id, name, input]),
    [
      ["x", "A", { a: 1 }],
      ["y", "B", {}],
    ],
  );
  const byId = read(
    call({ index: 0, id: "x", function: { name: "A", arguments: "{}" } }),
    call({ index: 0, id: "y", function: { name: "B", arguments: "{}" } }),
    chunk({}, "stop"),
  );
  assert.deepEqual(
    byId.blocks.map(({ id }) => id),
    ["x", "y"],
  );
  assert.equal(byId.message.stopReason, "tool_use", "also where the endpoint says stop");
  const bare = read(call({ function: { name: "A", arguments: "{}" } }), chunk({}, "tool_calls"));
  assert.match(String(bare.blocks[0]?.id), /^call_/);
});

test("G4 a call that goes on after the next one began is refused, not mixed up", () => {
  const reader = new ChunkReader("m");
  reader.read(call({ index: 0, id: "x", function: { name: "A", arguments: "{" } }));
  reader.read(call({ index: 1, id: "y", function: { name: "B", arguments: "{" } }));
  assert.throws(() => reader.read(call({ index: 0, function: { arguments: "}" } })), ModelFailure);
});

test("G4 reasons to stop are translated, unknown ones kept", () => {
  for (const [finish, stop] of [
    ["stop", "end_turn"],
    ["length", "max_tokens"],
    ["tool_calls", "tool_use"],
    ["content_filter", "refusal"],
    ["of_the_future", "of_the_future"],
  ] as const) {
    assert.equal(read(chunk({ content: "x" }, finish)).message.stopReason, stop);
  }
});

test("G4 usage comes from the chunk that has it, cached tokens apart", () => {
  const usage = { prompt_tokens: 50, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 30 } };
  const { message } = read(chunk({ content: "x" }, "stop"), { choices: [], usage });
  assert.deepEqual(message.usage, {
    input_tokens: 20,
    output_tokens: 7,
    cache_read_input_tokens: 30,
    cache_creation_input_tokens: 0,
  });
});

test("G4 an answer without a reason to stop has no end", () => {
  const { message } = read(chunk({ content: "x" }));
  assert.ok(message.isOpen);
});
