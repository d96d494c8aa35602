import type { Fields } from "./row.ts";

/** What a tool use is about, in one line: the first of these fields that it has. */
const fields = [
  "command",
  "file_path",
  "notebook_path",
  "pattern",
  "url",
  "query",
  "description",
  "prompt",
  "path",
  "skill",
];

export function toolSummary(input: Fields | undefined): string {
  if (input === undefined) return "";
  for (const field of fields) {
    const value = input[field];
    if (typeof value === "string" && value !== "") return value.split("\n", 1)[0]?.slice(0, 300) ?? "";
  }
  const text = JSON.stringify(input);
  return text === "{}" ? "" : text.slice(0, 300);
}
