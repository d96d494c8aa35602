import { type Fields, isFields, objects, text } from "../../wire/fields.ts";
import { type ContentBlock, type ImageBlock, imageBlock, textBlock } from "../model/content-block.ts";
import type { ToolOutput } from "../tool/tool.ts";

/** The result of a `tools/call` in the blocks of the Messages API. */
export function callOutput(serverName: string, result: Fields): ToolOutput {
  const blocks = objects(result.content).map((block) => readBlock(serverName, block));
  if (blocks.length === 0 && isFields(result.structuredContent)) {
    blocks.push(textBlock(JSON.stringify(result.structuredContent)));
  }
  return result.isError === true ? failedCall(blocks) : { content: blocks };
}

/** A call that came to nothing, for the model to read. */
export function callFailure(why: string): ToolOutput {
  return { content: why, isError: true, details: `Error: ${why}` };
}

/** Claude Code gives an error that is nothing but text as one string. */
function failedCall(blocks: readonly ContentBlock[]): ToolOutput {
  const texts = blocks.flatMap((block) => text(block.text) ?? []);
  const failure = callFailure(texts.join("\n") || "Unknown error");
  return texts.length === blocks.length ? failure : { ...failure, content: blocks };
}

function readBlock(serverName: string, block: Fields): ContentBlock {
  switch (block.type) {
    case "text":
      return textBlock(text(block.text) ?? "");
    case "image":
      return pictureBlock(block.data, block.mimeType) ?? textBlock(`[Image from ${serverName}: ${block.mimeType}]`);
    case "audio":
      return textBlock(`[Audio from ${serverName}: ${block.mimeType}]`);
    case "resource_link": {
      const description = text(block.description);
      return textBlock(`[Resource link: ${block.name}] ${block.uri}${description ? ` (${description})` : ""}`);
    }
    case "resource":
      return resourceBlock(serverName, isFields(block.resource) ? block.resource : {});
    default:
      return textBlock(JSON.stringify(block));
  }
}

function resourceBlock(serverName: string, { uri, text: content, blob, mimeType }: Fields): ContentBlock {
  const origin = `[Resource from ${serverName} at ${uri}]`;
  if (typeof content === "string") return textBlock(`${origin} ${content}`);
  return pictureBlock(blob, mimeType) ?? textBlock(`${origin} ${mimeType ?? "binary data"}`);
}

function pictureBlock(data: unknown, mimeType: unknown): ImageBlock | undefined {
  // The Messages API refuses a whole request for an image of another kind.
  const known = ["image/jpeg", "image/png", "image/gif", "image/webp"].find((type) => type === mimeType);
  return known === undefined || typeof data !== "string" ? undefined : imageBlock(known, data);
}
