import { isFields, parseJson } from "../../model/content.ts";
import type { Fields } from "../../model/row.ts";

interface ToolToTry {
  readonly name: string;
  /** What a person types. */
  readonly asks: string;
  readonly example: string;
  readonly field: string;
}

/** Tools that most rules are about, each by the one field that matters. */
export const toolsToTry: readonly ToolToTry[] = [
  { name: "Bash", asks: "Command", example: "git push --force", field: "command" },
  { name: "Read", asks: "File", example: ".env", field: "file_path" },
  { name: "Edit", asks: "File", example: "src/main.ts", field: "file_path" },
  { name: "Write", asks: "File", example: "src/new.ts", field: "file_path" },
  { name: "WebFetch", asks: "Address", example: "https://example.org/", field: "url" },
];

/** A tool use that somebody writes: of a known tool the field that matters, of others the whole input as JSON. */
export interface UseDraft {
  readonly toolName: string;
  readonly text: string;
  /** The other fields of an input that was there before. */
  readonly rest: Fields;
}

export function draftOf(toolName: string, inputJson: string): UseDraft {
  const field = fieldOf(toolName);
  const input = parseJson(inputJson);
  if (field === undefined || !isFields(input) || typeof input[field] !== "string")
    return { toolName, text: inputJson, rest: {} };
  const { [field]: text, ...rest } = input;
  return { toolName, text: text as string, rest };
}

export function inputJsonOf({ toolName, text, rest }: UseDraft): string {
  const field = fieldOf(toolName);
  return field === undefined ? text : JSON.stringify({ ...rest, [field]: text });
}

function fieldOf(toolName: string): string | undefined {
  return toolsToTry.find(({ name }) => name === toolName)?.field;
}
