import { objects, text } from "../../wire/fields.ts";
import type { ContentBlock } from "../model/content-block.ts";
import type { ModelMessage } from "../model/provider.ts";

/** A conversation as text, for a model that looks at it from outside. Long results are shown by their two ends. */
export function plainTranscript(messages: readonly ModelMessage[]): string {
  return messages.map(({ role, content }) => `## ${role}\n${plainContent(content)}`).join("\n\n");
}

const maxResultLength = 2_000;
const maxInputLength = 1_000;

function plainContent(content: string | readonly unknown[]): string {
  if (typeof content === "string") return content;
  return objects(content).map(plainBlock).join("\n");
}

function plainBlock(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return text(block.text) ?? "";
    case "tool_use":
      return `[calls ${String(block.name)} with ${shortened(JSON.stringify(block.input ?? {}), maxInputLength)}]`;
    case "tool_result": {
      const found = text(block.content) ?? plainContent(objects(block.content));
      return `[${block.is_error === true ? "failed" : "result"}: ${shortened(found, maxResultLength)}]`;
    }
    case "thinking":
    case "redacted_thinking":
      return "";
    default:
      return `[${String(block.type)}]`;
  }
}

function shortened(said: string, maxLength: number): string {
  if (said.length <= maxLength) return said;
  const half = Math.floor(maxLength / 2);
  return `${said.slice(0, half)} … ${said.slice(-half)}`;
}
