import { useEffect, useState } from "preact/hooks";
import type { AgentSession } from "../../../../src/api/gen/bridle/v1/session_service_pb.js";
import { useApp } from "../app-context.ts";
import { messageOf } from "../text/message-of.ts";

export type Conversations =
  | { readonly at: "loading" }
  | { readonly at: "there"; readonly all: readonly AgentSession[] }
  | { readonly at: "failed"; readonly why: string };

/** What the user has with Claude Code outside of Bridle, the newest first. Those that Bridle has are on its own list. */
export function useConversations(): Conversations {
  const { client } = useApp();
  const [found, set] = useState<Conversations>({ at: "loading" });
  useEffect(() => {
    client.sessions.listAgentSessions({ pageSize: 1000 }).then(
      ({ sessions }) => set({ at: "there", all: sessions.filter(({ sessionId }) => sessionId === "") }),
      (error: unknown) => set({ at: "failed", why: messageOf(error) }),
    );
  }, []);
  return found;
}
