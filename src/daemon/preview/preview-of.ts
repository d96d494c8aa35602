import type { Event } from "../../conversation/event.ts";
import { type Fields, text } from "../../wire/fields.ts";

const maxLength = 160;
/** What of a tool's input says most of it, in this order. */
const subjects = ["command", "file_path", "notebook_path", "pattern", "url", "query", "description", "prompt", "skill"];

/** What a session does now, or said last, in one line for a list; undefined: the event says nothing new of that. */
export function previewOf(event: Event): string | undefined {
  switch (event.type) {
    case "tool_start":
      return line(`${event.name} ${subjectOf(event.input)}`);
    case "message": {
      if (event.role !== "assistant") return undefined;
      const said = event.added.findLast((block) => block.type === "text" && block.text.trim() !== "");
      return said?.type === "text" ? line(said.text) : undefined;
    }
    case "turn_complete": {
      const { text: said = "", errors } = event.result;
      return said.trim() !== "" ? line(said) : errors[0] === undefined ? undefined : line(errors[0]);
    }
    default:
      return undefined;
  }
}

function subjectOf(input: Fields): string {
  for (const name of subjects) {
    const found = text(input[name]);
    if (found !== undefined) return name.endsWith("_path") ? (found.split(/[\\/]/).at(-1) ?? found) : found;
  }
  return "";
}

/** Without the marks of Markdown that a line does not need. By code points, so that none is cut in half. */
function line(words: string): string {
  const plain = words
    .slice(0, 4 * maxLength)
    .replace(/^#{1,6}\s+|^\s*[-*>]\s+|\*\*|__|`+/gm, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const points = [...plain];
  return points.length <= maxLength ? plain : `${points.slice(0, maxLength - 1).join("")}…`;
}
