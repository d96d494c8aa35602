import { join } from "node:path";

/** The person's home; undefined in an environment that names none: that must not reach anybody's own files. */
export function homeFolder(env: NodeJS.ProcessEnv): string | undefined {
  return env.HOME || env.USERPROFILE || undefined;
}

/** Where Claude Code has its configuration; undefined where there is no home. */
export function configFolder(env: NodeJS.ProcessEnv): string | undefined {
  const home = homeFolder(env);
  return env.CLAUDE_CONFIG_DIR || (home === undefined ? undefined : join(home, ".claude"));
}
