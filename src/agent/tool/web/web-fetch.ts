import * as z from "zod/mini";
import type { Tool, ToolOutput } from "../tool.ts";
import { errorText } from "../tool-failure.ts";
import { looseInteger, toolInput } from "../tool-input.ts";
import type { PageQuestion } from "./answer-about-page.ts";

export const webFetch: Tool<PageQuestion> = {
  name: "WebFetch",
  description: `Fetches a web page and answers a question about it.

url is a whole http or https address; http becomes https, except on this machine. prompt says what you want to know of the page. It is
answered from the page's text by a model that sees nothing else. A redirect to another place is not followed but told: call
again with the new address. offset reads on in a long page. A page is kept for 15 minutes. It cannot log in anywhere.`,
  ...toolInput("WebFetch", () =>
    z.object({
      url: z.url(),
      prompt: z.string(),
      offset: z.optional(looseInteger(z.gte(0))),
    }),
  ),
  isConcurrencySafe: () => true,
  permission: ({ url }) => ({ behavior: "ask", description: url }),
  run: async (input, context) => {
    const startedAt = performance.now();
    try {
      // What speaks HTTP is loaded when it is first needed: a start pays for none.
      const { answerAboutPage } = await import("./answer-about-page.ts");
      const { result, ...facts } = await answerAboutPage(input, context);
      const durationMs = Math.round(performance.now() - startedAt);
      return { content: result, details: { ...facts, result, durationMs, url: input.url } };
    } catch (error) {
      context.signal.throwIfAborted();
      return failed(errorText(error));
    }
  },
};

/** As Claude Code words it: without a frame. */
function failed(text: string): ToolOutput {
  return { content: text, isError: true, details: `Error: ${text}` };
}
