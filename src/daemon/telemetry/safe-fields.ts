import { secretName, secretShapes } from "../../record/secret-shapes.ts";
import type { LogFields } from "./log-fields.ts";

/** The last line of defence: fields whose names promise content or secrets are hidden, and so is what looks like a secret. */
export function safeFields(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value !== "string") return [name, isScalar(value) ? value : hidden];
      return [name, contentNames.has(name.toLowerCase()) || secretName.test(name) ? hidden : safeText(value)];
    }),
  );
}

const hidden = "[hidden]";

const contentNames = new Set(
  ["prompt", "text", "content", "input", "inputjson", "output", "stderr", "stdout", "frame", "line", "payload"].concat([
    "body",
    "title",
    "env",
    "args",
    "command",
    "url",
    "headers",
    "answer",
    "question",
    "reason_text",
  ]),
);

/** The notice of a start has some lines; nothing that belongs here is longer. */
const maxLength = 2000;

function safeText(value: string): string {
  const text = value.replace(secretShapes, hidden);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Types hold this already, but not for callers that were cast. */
function isScalar(value: unknown): boolean {
  return typeof value === "number" || typeof value === "boolean" || value === undefined || value === null;
}
