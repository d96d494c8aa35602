import { join } from "node:path";

/**
 * Where the agent keeps its memory unless it is told; undefined where the environment names no folder of the person's.
 * Whoever has a configuration of their own has conversations of their own.
 */
export function defaultDatabase(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env.CLAUDE_CONFIG_DIR) return join(env.CLAUDE_CONFIG_DIR, "bridle", "agent.db");
  const state = env.XDG_STATE_HOME || (env.HOME && join(env.HOME, ".local", "state"));
  return state ? join(state, "bridle", "agent.db") : undefined;
}
