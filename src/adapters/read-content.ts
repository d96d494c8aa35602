import type { Block, Usage } from "../wire/canonical.ts";
import { type Fields, flag, isFields, number, objects, text } from "../wire/fields.ts";

/** Content is a string or a list of blocks; a string is one text block. */
export function readBlocks(content: unknown): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : objects(content).map(readBlock);
}

function readBlock(block: Fields): Block {
  switch (block.type) {
    case "text":
      return { type: "text", text: text(block.text) ?? "" };
    case "thinking":
      return { type: "thinking", text: text(block.thinking) ?? "" };
    case "tool_use":
      return {
        type: "tool_use",
        id: text(block.id) ?? "",
        name: text(block.name) ?? "",
        input: isFields(block.input) ? block.input : {},
      };
    case "tool_result":
      return {
        type: "tool_result",
        toolUseId: text(block.tool_use_id) ?? "",
        content: block.content,
        isError: flag(block.is_error),
      };
    default:
      return { type: "other", name: text(block.type) ?? "", fields: block };
  }
}

export function readUsage(usage: Fields): Usage {
  return {
    inputTokens: number(usage.input_tokens) ?? 0,
    outputTokens: number(usage.output_tokens) ?? 0,
    cacheReadTokens: number(usage.cache_read_input_tokens) ?? 0,
    cacheCreationTokens: number(usage.cache_creation_input_tokens) ?? 0,
  };
}
