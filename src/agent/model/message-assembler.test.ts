import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../../wire/fields.ts";
import type { ContentBlock } from "./content-block.ts";
import { type FinishedBlock, MessageAssembler } from "./message-assembler.ts";
import type { BlockDelta, ModelEvent } from "./provider.ts";

const start: ModelEvent = {
  type: "message_start",
  message: { id: "msg_1", model: "m", usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 } },
};

function block(content_block: ContentBlock, ...deltas: readonly BlockDelta[]): ModelEvent[] {
  return [
    { type: "content_block_start", index: 0, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta }) as const),
    { type: "content_block_stop", index: 0 },
  ];
}

function take(assembler: MessageAssembler, events: readonly ModelEvent[]): FinishedBlock[] {
  return events.flatMap((event) => assembler.take(event) ?? []);
}

/** No kind that is known today. */
const ofTheFuture = { type: "of_the_future", text: "?" } as unknown as BlockDelta;

const json = (partial_json: string): BlockDelta => ({ type: "input_json_delta", partial_json });

test("G4 the input of a call is parsed when it is whole; none is an empty one", () => {
  const call = { type: "tool_use", id: "t", name: "T", input: {} };
  const cases: readonly [readonly BlockDelta[], Fields, string | undefined][] = [
    [[json('{"a":'), json('"b"}')], { a: "b" }, undefined],
    [[], {}, undefined],
    [[json("")], {}, undefined],
    [[json('{"a":')], {}, '{"a":'],
    [[json("[1]")], {}, "[1]"],
    [[json("null")], {}, "null"],
  ];
  for (const [deltas, input, badInput] of cases) {
    const [finished] = take(new MessageAssembler(), [start, ...block(call, ...deltas)]);
    assert.deepEqual(finished?.block, { ...call, input });
    assert.equal(finished?.badInput, badInput);
  }
});

test("G4 thoughts keep their signature, texts their citations, and unknown blocks themselves", () => {
  const assembler = new MessageAssembler();
  const blocks = take(assembler, [
    start,
    ...block(
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking_delta", thinking: "a" },
      { type: "thinking_delta", thinking: "b" },
      { type: "signature_delta", signature: "sig" },
    ),
    ...block(
      { type: "text", text: "" },
      { type: "text_delta", text: "x" },
      { type: "citations_delta", citation: { n: 1 } },
      ofTheFuture,
    ),
    ...block({ type: "redacted_thinking", data: "secret" }),
  ]);
  assert.deepEqual(
    blocks.map((finished) => finished.block),
    [
      { type: "thinking", thinking: "ab", signature: "sig" },
      { type: "text", text: "x", citations: [{ n: 1 }] },
      { type: "redacted_thinking", data: "secret" },
    ],
  );
});

test("G4 usage is what the end tells, and from the start what only that told", () => {
  const assembler = new MessageAssembler();
  take(assembler, [start]);
  assert.deepEqual([assembler.isOpen, assembler.isComplete, assembler.stopReason], [true, false, null]);
  take(assembler, [
    {
      type: "message_delta",
      delta: { stop_reason: "end_turn" },
      usage: { output_tokens: 42, input_tokens: null, server_tool_use: { n: 1 } },
    },
    { type: "message_stop" },
  ]);
  assert.deepEqual(assembler.usage, {
    input_tokens: 10,
    cache_read_input_tokens: 5,
    output_tokens: 42,
    server_tool_use: { n: 1 },
  });
  assert.deepEqual([assembler.isOpen, assembler.isComplete, assembler.stopReason], [false, true, "end_turn"]);
});

test("G4 what came of an interrupted block can be had, but no half of a call", () => {
  const open = (content_block: ContentBlock, ...deltas: readonly BlockDelta[]): ContentBlock | undefined => {
    const assembler = new MessageAssembler();
    take(assembler, [start, ...block(content_block, ...deltas).slice(0, -1)]);
    return assembler.partial();
  };
  const text = open({ type: "text", text: "" }, { type: "text_delta", text: "so f" });
  assert.deepEqual(text, { type: "text", text: "so f" });
  assert.equal(open({ type: "text", text: "" }), undefined);
  assert.equal(open({ type: "tool_use", id: "t", name: "T", input: {} }, json('{"a"')), undefined);
  const done = new MessageAssembler();
  take(done, [start, ...block({ type: "text", text: "" }, { type: "text_delta", text: "all" })]);
  assert.equal(done.partial(), undefined);
});

test("G4 a new message begins anew", () => {
  const assembler = new MessageAssembler();
  take(assembler, [start, ...block({ type: "text", text: "" }, { type: "text_delta", text: "lost" }).slice(0, -1)]);
  take(assembler, [{ type: "message_delta", delta: { stop_reason: "x" }, usage: { output_tokens: 9 } }]);
  const again: ModelEvent = {
    type: "message_start",
    message: { id: "msg_2", model: "m2", usage: { output_tokens: 2 } },
  };
  take(assembler, [again]);
  assert.deepEqual([assembler.id, assembler.model, assembler.stopReason], ["msg_2", "m2", null]);
  assert.deepEqual(assembler.usage, { output_tokens: 2 });
  assert.equal(assembler.partial(), undefined);
});

test("G4 events that make no sense do no harm", () => {
  const assembler = new MessageAssembler();
  const events: readonly unknown[] = [
    { type: "content_block_delta", index: 3, delta: { type: "text_delta", text: "x" } },
    { type: "content_block_delta", index: 0, delta: "x" },
    { type: "content_block_stop", index: 7 },
    { type: "content_block_start", index: 0 },
    { type: "message_start" },
    { type: "message_delta" },
    { type: "of_the_future" },
  ];
  assert.deepEqual(take(assembler, events as readonly ModelEvent[]), []);
});
