import type { MessageContent, ToolUseInput } from "../model/content-block.ts";
import type { RunnableTool } from "./call-tool.ts";

/** What a tool of one's own does; what it returns is for the model to read. */
export type ToolBody<I extends ToolUseInput> = (
  input: I,
  context: { readonly signal: AbortSignal },
) => MessageContent | Promise<MessageContent>;

/** Asks for permission each time it is used. */
export function runnableOf(body: ToolBody<ToolUseInput>): RunnableTool {
  return {
    permission: () => ({ behavior: "ask" }),
    run: async (input, context) => ({ content: await body(input, context) }),
  };
}
