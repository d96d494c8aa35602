import { isFields, text } from "../../wire/fields.ts";
import type { ToolUseInput } from "../model/content-block.ts";
import { type Entry, isDeferral } from "./entry.ts";

/** A call that waits with its conversation. */
export interface DeferredCall {
  readonly id: string;
  readonly name: string;
  readonly input: ToolUseInput;
}

/** For people: what is kept has some content. */
export const deferralText = "The call waits until the conversation is resumed.";

/** The call that an entry puts off. */
export function deferralOf(entry: Entry | undefined): DeferredCall | undefined {
  if (entry === undefined || !isDeferral(entry.line)) return undefined;
  const { toolUseID, toolName, toolInput } = entry.line.attachment;
  const [id, name] = [text(toolUseID), text(toolName)];
  if (id === undefined || name === undefined) return undefined;
  return { id, name, input: isFields(toolInput) ? toolInput : {} };
}
