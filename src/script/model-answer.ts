import { randomBytes } from "node:crypto";
import type { Fields } from "../wire/fields.ts";
import type { Step } from "./script.ts";

/** A message of the model, whole; `streamEvents` takes it apart. */
export interface ModelAnswer {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly model: string;
  readonly content: readonly Block[];
  readonly stop_reason: string;
  readonly stop_sequence: null;
  readonly usage: Usage;
}

export type Block =
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: Fields };

export interface Usage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens: number;
}

export function modelAnswer(step: Step, model: string): ModelAnswer {
  return {
    id: `msg_scripted_${randomBytes(6).toString("hex")}`,
    type: "message",
    role: "assistant",
    model,
    content: blocksOf(step),
    stop_reason: step.stopReason ?? (step.tools?.length ? "tool_use" : "end_turn"),
    stop_sequence: null,
    usage: {
      input_tokens: step.inputTokens ?? 100,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: step.outputTokens ?? 25,
    },
  };
}

function blocksOf(step: Step): Block[] {
  const blocks: Block[] = [];
  if (step.thinking !== undefined)
    blocks.push({ type: "thinking", thinking: step.thinking, signature: "c2lnbmF0dXJl" });
  if (step.text !== undefined) blocks.push({ type: "text", text: step.text.repeat(step.repeat ?? 1) });
  for (const { name, input, id } of step.tools ?? []) {
    const madeUp = `toolu_scripted_${randomBytes(8).toString("hex")}`;
    blocks.push({ type: "tool_use", id: id ?? madeUp, name, input: { ...input } });
  }
  return blocks;
}
