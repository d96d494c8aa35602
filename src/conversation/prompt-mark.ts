import { digest } from "../util/digest.ts";
import { isFields, text } from "../wire/fields.ts";

/** By which a prompt is known when the agent repeats it under another uuid: its words, as a short digest. */
export function promptMark(content: string | readonly object[]): string {
  const words = typeof content === "string" ? content : content.map(wordsOf).join("\n");
  return digest(new TextEncoder().encode(words));
}

function wordsOf(block: unknown): string {
  return isFields(block) ? (text(block.text) ?? "") : "";
}
