import { join } from "node:path";
import { xdgFolder } from "../../files/home-folder.ts";
import { ownConfigFolder } from "../folders/home-folders.ts";

/**
 * Where the agent keeps its memory unless it is told; undefined where the environment names no folder of the person's.
 * Whoever has a configuration of their own has conversations of their own.
 */
export function defaultDatabase(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = ownConfigFolder(env) ?? xdgFolder(env, "XDG_STATE_HOME", ".local/state");
  return folder === undefined ? undefined : join(folder, "bridle", "agent.db");
}
