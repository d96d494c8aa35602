import { AgentSession } from "../session/agent-session.ts";
import { type AgentKind, mayUse } from "./agent-kinds.ts";
import { offeredTools } from "./tool-box.ts";

/** The session as an agent sees it that works in it for another: permissions, folders and totals are the same, the rest is its own. */
export function subAgentSession(session: AgentSession, kind: AgentKind, model: string): AgentSession {
  const { cwd, env, permissions } = session;
  const flags = {
    ...session.flags,
    sessionId: session.id,
    maxTurns: kind.maxTurns,
    tools: offeredTools(session)
      .map(({ name }) => name)
      .filter((name) => name !== "AskUserQuestion" && mayUse(kind, name)),
    systemPrompt: `${kind.prompt}\n\n${reporting}`,
    appendSystemPrompt: undefined,
    jsonSchema: undefined,
  };
  const own = new AgentSession({ flags, cwd, env, model, permissions });
  own.maxThinkingTokens = session.maxThinkingTokens;
  own.effort = kind.effort ?? session.effort;
  own.totals = session.totals;
  return own;
}

const reporting =
  "Your last message is all that the agent you work for will read: make it the report, with absolute paths of the files that matter. Nobody answers questions while you work, and no agent can give you a person's consent.";
