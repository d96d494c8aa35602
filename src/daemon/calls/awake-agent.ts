import { BridleError } from "../../errors.ts";
import type { RunningAgent } from "../session/running-agent.ts";
import type { Session } from "../session/session.ts";

/** The agent of a session. Throws `conflict` while it sleeps. */
export function awakeAgent(session: Session): RunningAgent {
  const agent = agentOf(session);
  if (agent !== undefined) return agent;
  throw new BridleError("conflict", "the agent of this session sleeps: send it a prompt first", { what: session.id });
}

/** Undefined: it sleeps, or is not ready yet. */
export function agentOf(session: Session): RunningAgent | undefined {
  return session.phase === "starting" ? undefined : session.runningAgent;
}
