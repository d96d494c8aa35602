import { objects } from "../../wire/fields.ts";
import type { ModelMessage } from "../model/provider.ts";

/** Can a conversation go on with this message when `previous` is gone? A result needs its call, and an answer is all of its blocks. */
export function canBegin({ role, content }: ModelMessage, previous: ModelMessage | undefined): boolean {
  if (role === "assistant") return previous?.role !== "assistant";
  return !objects(content).some(({ type }) => type === "tool_result");
}

/**
 * How many of the oldest messages have to go for the rest to be at most `keepTokens`;
 * if no rest is that small, as many as can go. The newest never goes. 0: none can.
 */
export function cutPoint(
  said: readonly { readonly message: ModelMessage; readonly tokens: number }[],
  keepTokens: number,
): number {
  let found = 0;
  let rest = 0;
  for (let at = said.length - 1; at > 0; at--) {
    const { message, tokens } = said[at] as (typeof said)[number];
    rest += tokens;
    if (found > 0 && rest > keepTokens) break;
    if (canBegin(message, said[at - 1]?.message)) found = at;
  }
  return found;
}
