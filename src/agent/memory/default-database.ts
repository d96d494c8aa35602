import { join } from "node:path";

/** Where the agent keeps its memory unless it is told. */
export function defaultDatabase(env: Readonly<Record<string, string | undefined>>): string {
  if (env.BRIDLE_AGENT_DB) return env.BRIDLE_AGENT_DB;
  const state = env.XDG_STATE_HOME || join(env.HOME || ".", ".local", "state");
  return join(state, "bridle", "agent.db");
}
