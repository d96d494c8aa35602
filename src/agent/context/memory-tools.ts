import type { Conversation } from "../loop/conversation.ts";
import type { Memory } from "../memory/memory.ts";
import { memorySearch } from "../tool/memory-search.ts";
import { memoryWrite } from "../tool/memory-write.ts";
import type { Tool } from "../tool/tool.ts";

/** The tools of a session that has a memory. They see this folder only, and not what the model has before it anyway. */
export function memoryTools(memory: Memory, conversation: Conversation, cwd: string): readonly Tool<unknown>[] {
  const { id: sessionId } = conversation;
  return [
    memorySearch((query, limit) => ({
      facts: memory.facts.search(query, { cwd, limit }),
      messages: memory.past.search(query, {
        cwd,
        limit,
        except: { sessionId, after: conversation.context.hiddenThrough },
      }),
    })),
    memoryWrite((fact) => (memory.facts.keep([fact], { cwd, sessionId }).created > 0 ? "created" : "updated")),
  ];
}

export const memoryToolNames: readonly string[] = ["MemorySearch", "MemoryWrite"];
