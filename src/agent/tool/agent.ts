import * as z from "zod/mini";
import type { Tool, ToolContext, ToolOutput } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

export interface AgentInput {
  readonly description: string;
  readonly prompt: string;
  readonly subagent_type?: string | undefined;
  readonly model?: string | undefined;
}

/** Another agent does a task and reports. `work` has it done; `kinds` are those there are to choose from. */
export function agent(
  kinds: readonly { readonly name: string; readonly description: string }[],
  work: (input: AgentInput, context: ToolContext) => Promise<ToolOutput>,
): Tool<AgentInput> {
  return {
    name: "Agent",
    aliases: ["Task"],
    description: `Has another agent do a task, and gives you its report.

It begins with nothing but your prompt: say what is wanted, what you know already and what it should report. You see only its
last message; the person sees none of it, so tell them what matters. Several calls in one message run side by side.
Use it for work that takes many steps and whose details you do not need. What takes a few calls is faster done by yourself.

subagent_type is one of:
${kinds.map(({ name, description }) => `- ${name}: ${description}`).join("\n")}`,
    ...toolInput("Agent", () =>
      z.object({
        description: z.string().register(z.globalRegistry, { description: "The task in three to five words" }),
        prompt: z.string().check(z.minLength(1)),
        subagent_type: z.optional(
          z.string().register(z.globalRegistry, { description: "general-purpose unless told" }),
        ),
        model: z.optional(z.string().register(z.globalRegistry, { description: "Your own unless told" })),
      }),
    ),
    isConcurrencySafe: () => true,
    // What it does is asked for one by one.
    permission: () => ({ behavior: "allow" }),
    run: work,
  };
}
