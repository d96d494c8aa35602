import * as z from "zod/mini";
import type { StoredFact } from "../memory/facts.ts";
import type { FoundMessage } from "../memory/past-messages.ts";
import type { Tool } from "./tool.ts";
import { looseInteger, toolInput } from "./tool-input.ts";

interface MemorySearchInput {
  readonly query: string;
  readonly limit?: number | undefined;
}

interface MemoryFindings {
  readonly facts: readonly StoredFact[];
  readonly messages: readonly FoundMessage[];
}

/** The tool by which the model looks for what it no longer has before it. */
export function memorySearch(find: (query: string, limit: number) => MemoryFindings): Tool<MemorySearchInput> {
  return {
    name: "MemorySearch",
    description: `Searches what is remembered of this project: entries of the long-term memory, and what was said in earlier conversations and in the part of this one that is no longer in your context.

Use it before you say that you do not know something the person may have told you. Query by the words the answer may have, not by a sentence; texts with more of the words come first.`,
    ...toolInput("MemorySearch", () =>
      z.object({
        query: z.string().check(z.minLength(1)),
        limit: z.optional(looseInteger(z.gte(1), z.lte(maxLimit))),
      }),
    ),
    isConcurrencySafe: () => true,
    permission: () => ({ behavior: "allow" }),
    run: async ({ query, limit = defaultLimit }) => {
      const { facts, messages } = find(query, limit);
      return { content: findingsText(facts, messages), details: { query, entries: facts, messages } };
    },
  };
}

const defaultLimit = 10;
const maxLimit = 50;

function findingsText(facts: readonly StoredFact[], messages: readonly FoundMessage[]): string {
  if (facts.length + messages.length === 0) return "Nothing is remembered that has any of these words.";
  const day = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
  return [
    ...facts.map(({ topic, text, updatedMs }) => `Entry of ${day(updatedMs)}, ${topic}: ${text}`),
    ...messages.map(({ role, atMs, sessionId, snippet }) => {
      return `${role === "user" ? "The user" : "You"} on ${day(atMs)} (session ${sessionId}): ${snippet}`;
    }),
  ].join("\n");
}
