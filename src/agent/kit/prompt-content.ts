import type { Prompt } from "../../wire/command.ts";
import { blocksOf, type ContentBlock, type MessageContent } from "../model/content-block.ts";

/** The text of prompts, one after the other. */
export function promptText(prompts: readonly Prompt[], separator = "\n"): string {
  return prompts.map(({ content }) => (typeof content === "string" ? content : blocksText(content))).join(separator);
}

/** Prompts as the content of one message: one as it was sent, several joined; with an image or the like, all are blocks. */
export function promptContent(prompts: readonly Prompt[], separator = "\n"): MessageContent {
  if (prompts.every(({ content }) => typeof content === "string" || (prompts.length > 1 && isText(content))))
    return promptText(prompts, separator);
  return prompts.flatMap(({ content }) => blocksOf(content));
}

function isText(blocks: readonly ContentBlock[]): boolean {
  return blocks.every(({ type }) => type === "text");
}

function blocksText(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("\n");
}
