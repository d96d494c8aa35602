import { useEffect, useState } from "preact/hooks";
import type { AgentKind } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { useApp } from "../app-context.ts";
import { messageOf } from "../text/message-of.ts";

export type Agents =
  | { readonly at: "loading" }
  | { readonly at: "there"; readonly all: readonly AgentKind[] }
  | { readonly at: "failed"; readonly why: string };

const againMs = 700;
/** The daemon gives an agent ten seconds to tell its version. */
const maxLooks = 16;

/** The agents that sessions can run on. Looks again while one has not told its version. */
export function useAgents(): Agents {
  const { client } = useApp();
  const [agents, set] = useState<Agents>({ at: "loading" });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (left: number): Promise<void> => {
      try {
        const { agents: all } = await client.daemon.healthDetails({});
        set({ at: "there", all });
        if (left > 0 && all.some(isBeingAsked)) timer = setTimeout(() => void look(left - 1), againMs);
      } catch (error) {
        set({ at: "failed", why: messageOf(error) });
      }
    };
    void look(maxLooks);
    return () => clearTimeout(timer);
  }, []);
  return agents;
}

export function isBeingAsked({ pending }: AgentKind): boolean {
  return pending;
}
