import type { Memory } from "../memory/memory.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { memorySearch } from "../tool/memory-search.ts";
import { memoryWrite } from "../tool/memory-write.ts";
import type { Tool } from "../tool/tool.ts";
import type { Conversation } from "./conversation.ts";
import { recallsOthers } from "./recalls-others.ts";

/**
 * The tools of a session that has a memory. They see this folder only, or only this session, and not what the model has
 * before it anyway.
 */
export function memoryTools(
  memory: Memory,
  conversation: Conversation,
  session: AgentSession,
): readonly Tool<unknown>[] {
  const { id: sessionId } = conversation;
  const { cwd } = session;
  const ofOthers = recallsOthers(session);
  const search = memorySearch((query, limit) => ({
    facts: ofOthers ? memory.facts.search(query, { cwd, limit }) : [],
    messages: memory.past.search(query, {
      cwd,
      limit,
      onlySession: ofOthers ? undefined : sessionId,
      except: { sessionId, after: conversation.context.hiddenThrough },
    }),
  }));
  if (!ofOthers) return [search];
  return [
    search,
    memoryWrite((fact) => (memory.facts.keep([fact], { cwd, sessionId }).created > 0 ? "created" : "updated")),
  ];
}

export function memoryToolNames(session: AgentSession): readonly string[] {
  return recallsOthers(session) ? ["MemorySearch", "MemoryWrite"] : ["MemorySearch"];
}
