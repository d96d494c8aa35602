import type { Prompt } from "../../api/gen/bridle/v1/session_service_pb.js";
import { type BridleError, invalidOption } from "../../errors.ts";
import { isFields, list, text } from "../../wire/fields.ts";

/** What a person says: a string or content blocks, as JSON. */
export interface PromptContent {
  readonly json: string;
  /** All of its words, to be found by. */
  readonly text: string;
  /** Its beginning, for a session without a title. */
  readonly title: string;
}

const titleLength = 80;

/** Throws `invalid_option` for what is no prompt. */
export function readPrompt(prompt: Prompt | undefined): PromptContent {
  const json = prompt?.contentJson ? prompt.contentJson : JSON.stringify(prompt?.text ?? "");
  const words = wordsOf(parse(json));
  const line = words.replace(/\s+/g, " ").trim();
  const title = line.length > titleLength ? `${line.slice(0, titleLength - 1)}…` : line;
  return { json, text: words, title };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw notAPrompt("something that is no JSON");
  }
}

function wordsOf(content: unknown): string {
  if (typeof content === "string") {
    if (content.trim() === "") throw notAPrompt("an empty text");
    return content;
  }
  const blocks = list(content);
  if (blocks.length === 0 || !blocks.every((block) => isFields(block) && typeof block.type === "string"))
    throw notAPrompt("something else");
  return blocks.flatMap((block) => (isFields(block) ? (text(block.text) ?? []) : [])).join("\n");
}

function notAPrompt(found: string): BridleError<"invalid_option"> {
  return invalidOption("prompt", "a text, or a JSON array of content blocks with a type each", found);
}
