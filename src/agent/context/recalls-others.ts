import { dialectOf } from "../dialect/dialects.ts";
import type { AgentSession } from "../session/agent-session.ts";

/**
 * May this session learn what others said in its folder? A host of Claude Code expects that no session knows of another,
 * and may serve a different person with each: there it takes somebody who asks for it.
 */
export function recallsOthers({ flags, env }: Pick<AgentSession, "flags" | "env">): boolean {
  return dialectOf(flags).recallsOthers || flags.recall || env.BRIDLE_RECALL === "1";
}
