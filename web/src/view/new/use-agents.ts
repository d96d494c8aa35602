import { useEffect, useState } from "preact/hooks";
import type { AgentKind } from "../../../../src/api/gen/bridle/v1/daemon_service_pb.js";
import { messageOf } from "../../model/message-of.ts";
import { useApp } from "../app-context.ts";
import type { Answer } from "../use-answer.ts";

export type Agents = Answer<readonly AgentKind[]>;

const againMs = 700;
/** The daemon gives an agent ten seconds to tell its version. */
const maxLooks = 16;

/** The agents that sessions can run on. Looks again while one has not told its version. */
export function useAgents(): Agents {
  const { client } = useApp();
  const [agents, set] = useState<Agents>({ at: "loading" });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = async (left: number): Promise<void> => {
      try {
        const { agents: value } = await client.daemon.healthDetails({});
        if (isGone) return;
        set({ at: "there", value });
        if (left > 0 && value.some(({ pending }) => pending)) timer = setTimeout(() => void look(left - 1), againMs);
      } catch (error) {
        if (!isGone) set({ at: "failed", why: messageOf(error) });
      }
    };
    void look(maxLooks);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return agents;
}
