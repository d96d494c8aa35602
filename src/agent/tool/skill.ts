import * as z from "zod/mini";
import type { Tool } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

export interface SkillInput {
  readonly skill: string;
  readonly args?: string | undefined;
}

/** Instructions that somebody wrote down for a kind of work. `expand` gives those of one; undefined: there is none of that name. */
export function skill(
  skills: readonly { readonly name: string; readonly description: string }[],
  expand: (name: string, args: string) => Promise<string | undefined>,
): Tool<SkillInput> {
  return {
    name: "Skill",
    description: `Gives you instructions that were written down for a kind of work. When a skill fits what is to be done, use it before anything else.

skill is one of:
${skills.map(({ name, description }) => `- ${name}: ${description}`).join("\n")}`,
    ...toolInput("Skill", () => z.object({ skill: z.string().check(z.minLength(1)), args: z.optional(z.string()) })),
    isConcurrencySafe: () => false,
    // It only reads; what the instructions lead to is asked for one by one.
    permission: () => ({ behavior: "allow" }),
    run: async ({ skill: written, args = "" }) => {
      const name = written.replace(/^\//, "");
      const text = await expand(name, args);
      if (text === undefined)
        return { content: `<tool_use_error>Unknown skill: ${name}</tool_use_error>`, isError: true };
      return { content: `Launching skill: ${name}\n\n${text}`, details: { success: true, commandName: name } };
    },
  };
}
