import * as z from "zod/mini";
import type { Tool } from "./tool.ts";
import { toolInput } from "./tool-input.ts";

interface MemoryWriteInput {
  readonly topic: string;
  readonly text: string;
}

/** The tool by which the model keeps a fact for later conversations. It writes to the agent's own memory and nowhere else. */
export function memoryWrite(keep: (fact: MemoryWriteInput) => "created" | "updated"): Tool<MemoryWriteInput> {
  return {
    name: "MemoryWrite",
    description: `Keeps a fact about this project or the person for later conversations.

Use it when the person asks you to remember something, or tells you something that will matter again. topic names it in a few words; what is written under a topic that is there already takes its place. No passwords, no keys.`,
    ...toolInput("MemoryWrite", () =>
      z.object({
        topic: z.string().check(z.minLength(1), z.maxLength(120)),
        text: z.string().check(z.minLength(1), z.maxLength(2_000)),
      }),
    ),
    isConcurrencySafe: () => false,
    permission: () => ({ behavior: "allow" }),
    run: async (fact) => {
      const how = keep(fact);
      return { content: `The entry "${fact.topic}" was ${how}.`, details: { ...fact, how } };
    },
  };
}
