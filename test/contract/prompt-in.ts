import { isFields, text } from "../../src/wire/fields.ts";

/** The prompt that a recorded line to the agent holds. */
export function promptIn(payload: string): { uuid: string | undefined; content: string | object[] } | undefined {
  try {
    const line: unknown = JSON.parse(payload);
    if (!isFields(line) || line.type !== "user" || !isFields(line.message)) return undefined;
    return { uuid: text(line.uuid), content: line.message.content as string | object[] };
  } catch {
    return undefined;
  }
}
