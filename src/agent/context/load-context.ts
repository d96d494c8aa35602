import { isForModel, type StoredEntry } from "../memory/entry.ts";
import type { Memory } from "../memory/memory.ts";
import type { ModelMessage } from "../model/provider.ts";
import { canBegin } from "./cut-point.ts";
import { openingWithoutSummary } from "./opening.ts";
import { contentTokens } from "./token-estimate.ts";

export interface LoadedContext {
  readonly opening: string | undefined;
  readonly messages: readonly StoredEntry[];
  /** The newest of all that is stored, what is not for the model included. */
  readonly recent: readonly StoredEntry[];
}

const cutAnswer: ModelMessage = { role: "assistant", content: [] };

/** A stored conversation as far as the model can see it: the newest compaction and what came after, or as much of that as fits. */
export function loadContext(memory: Memory, id: string, maxTokens: number): LoadedContext {
  const compaction = memory.compactions.newest(id);
  const newest: StoredEntry[] = [];
  let tokens = 0;
  let isWhole = true;
  for (const entry of memory.newestMessages(id, { after: compaction?.through ?? 0 })) {
    tokens += contentTokens(entry.content);
    if (tokens > maxTokens && newest.length > 0) {
      isWhole = false;
      break;
    }
    newest.push(entry);
  }
  const recent = newest.reverse();
  const messages = recent.filter(isForModel);
  if (isWhole) return { opening: compaction?.opening, messages, recent };
  // What the first of them belongs to may not be there.
  const begin = messages.findIndex((message, at) => canBegin(message, messages[at - 1] ?? cutAnswer));
  return {
    recent,
    opening: [compaction?.opening, openingWithoutSummary].filter((part) => part !== undefined).join("\n\n"),
    messages: begin === -1 ? [] : messages.slice(begin),
  };
}
