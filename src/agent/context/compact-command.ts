import type { LocalCommand } from "../kit/local-command.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { type CompactionParts, compact } from "./compaction.ts";
import { contextLimits } from "./context-limits.ts";

/** `/compact`: the person makes room before it is needed, and may say what has to be kept. */
export function compactCommand(
  partsOf: (session: AgentSession) => Promise<Omit<CompactionParts, "turn" | "session">>,
): LocalCommand {
  return {
    name: "compact",
    description: "Put a summary in place of the conversation so far",
    argumentHint: "<what to keep, optional>",
    run: async ({ session, rest, turn }) => {
      const parts = { ...(await partsOf(session)), session, turn };
      const { window } = contextLimits(session.model, session.env);
      // Someone who asks for it wants all of it gone but the last answer.
      const order = { trigger: "manual", windowTokens: window, keepTokens: 0, besideTokens: 0 } as const;
      const compacted = await compact(parts, { ...order, instructions: rest });
      if (compacted === "nothing") return "Not enough messages to compact.";
      if (compacted !== "done") return compacted.blocked;
      turn.localOutput("Compacted ");
      return "";
    },
  };
}
