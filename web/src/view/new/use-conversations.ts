import type { AgentSession } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { useApp } from "../app-context.ts";
import { type Answer, useAnswer } from "../use-answer.ts";

/** What the user has with Claude Code outside of Bridle, the newest first. Those that Bridle has are on its own list. */
export function useConversations(): Answer<readonly AgentSession[]> {
  const { client } = useApp();
  return useAnswer(async () => {
    const { sessions } = await client.sessions.listAgentSessions({ pageSize: 1000 });
    return sessions.filter(({ sessionId }) => sessionId === "");
  }, []);
}
