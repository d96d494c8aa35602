import type { Block, ModelAnswer } from "./model-answer.ts";

/** As the Messages API streams it. */
export type StreamEvent =
  | { readonly type: "message_start"; readonly message: object }
  | { readonly type: "content_block_start"; readonly index: number; readonly content_block: Block }
  | { readonly type: "content_block_delta"; readonly index: number; readonly delta: StreamDelta }
  | { readonly type: "content_block_stop"; readonly index: number }
  | { readonly type: "message_delta"; readonly delta: Ending; readonly usage: ModelAnswer["usage"] }
  | { readonly type: "message_stop" }
  | { readonly type: "ping" }
  | { readonly type: "error"; readonly error: object };

type Ending = Pick<ModelAnswer, "stop_reason" | "stop_sequence">;

export type StreamDelta =
  | { readonly type: "thinking_delta"; readonly thinking: string }
  | { readonly type: "signature_delta"; readonly signature: string }
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "input_json_delta"; readonly partial_json: string };

/** A message as the events of a stream, up to the end of its content; each block in `chunks` deltas. */
export function* contentEvents(answer: ModelAnswer, chunks: number): Generator<StreamEvent> {
  const usage = { ...answer.usage, output_tokens: 1 };
  yield { type: "message_start", message: { ...answer, content: [], stop_reason: null, usage } };
  yield { type: "ping" };
  for (const [index, block] of answer.content.entries()) {
    yield { type: "content_block_start", index, content_block: emptied(block) };
    for (const delta of deltas(block, chunks)) yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
}

/** What makes the message complete. */
export function* endEvents({ stop_reason, stop_sequence, usage }: ModelAnswer): Generator<StreamEvent> {
  yield { type: "message_delta", delta: { stop_reason, stop_sequence }, usage };
  yield { type: "message_stop" };
}

function emptied(block: Block): Block {
  switch (block.type) {
    case "thinking":
      return { ...block, thinking: "", signature: "" };
    case "text":
      return { ...block, text: "" };
    case "tool_use":
      return { ...block, input: {} };
  }
}

function* deltas(block: Block, chunks: number): Generator<StreamDelta> {
  switch (block.type) {
    case "thinking":
      for (const thinking of pieces(block.thinking, chunks)) yield { type: "thinking_delta", thinking };
      yield { type: "signature_delta", signature: block.signature };
      return;
    case "text":
      for (const text of pieces(block.text, chunks)) yield { type: "text_delta", text };
      return;
    case "tool_use":
      for (const partial_json of pieces(JSON.stringify(block.input), chunks)) {
        yield { type: "input_json_delta", partial_json };
      }
  }
}

/** At most `count` pieces of about the same length. The real API never parts a surrogate pair, so neither is one parted here. */
function* pieces(text: string, count: number): Generator<string> {
  const length = Math.max(1, Math.ceil(text.length / Math.max(1, count)));
  let from = 0;
  while (from < text.length) {
    let to = from + length;
    if (isHighSurrogate(text.charCodeAt(to - 1))) to++;
    yield text.slice(from, to);
    from = to;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
