import { isFields, list, text } from "../../wire/fields.ts";
import type { ContentBlock } from "../model/content-block.ts";

/** About how many tokens a text is: four bytes each, which errs to the safe side for prose and not much for code. */
export function textTokens(said: string): number {
  return Math.ceil(Buffer.byteLength(said) / 4);
}

/** The same of a message's content. The model does not read pictures and files as the text they are sent in. */
export function contentTokens(content: string | readonly unknown[]): number {
  if (typeof content === "string") return textTokens(content);
  return content.reduce<number>((total, block) => total + (isFields(block) ? blockTokens(block) : 0), 0);
}

const pictureTokens = 1_600;
/** Of a file in base64; a page of text is about this share of its PDF. */
const documentBytesPerToken = 40;

function blockTokens(block: ContentBlock): number {
  switch (block.type) {
    case "text":
      return textTokens(text(block.text) ?? "");
    case "image":
      return pictureTokens;
    case "document":
      return Math.ceil(JSON.stringify(block).length / documentBytesPerToken);
    case "tool_result":
      return contentTokens(text(block.content) ?? list(block.content));
    default:
      return textTokens(JSON.stringify(block));
  }
}
