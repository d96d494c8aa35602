import { objects, text } from "../../wire/fields.ts";

/** What of a message was said in words: no calls, no results, no thoughts, no pictures. */
export function spokenText(content: unknown): string {
  if (typeof content === "string") return content;
  return objects(content)
    .flatMap((block) => (block.type === "text" ? (text(block.text) ?? []) : []))
    .join("\n");
}
