import type { StoredEntry } from "../memory/entry.ts";
import type { Memory } from "../memory/memory.ts";
import { canBegin } from "./cut-point.ts";
import { openingWithoutSummary } from "./opening.ts";
import { contentTokens } from "./token-estimate.ts";

export interface LoadedContext {
  readonly opening: string | undefined;
  readonly messages: readonly StoredEntry[];
}

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
  const messages = newest.reverse();
  if (isWhole) return { opening: compaction?.opening, messages };
  const begin = messages.findIndex(canBegin);
  return {
    opening: [compaction?.opening, openingWithoutSummary].filter((part) => part !== undefined).join("\n\n"),
    messages: begin === -1 ? [] : messages.slice(begin),
  };
}
