import type { Dialect } from "../../adapters/adapters.ts";
import type { Settings } from "../config/settings.ts";
import type { Findings } from "./known-agent.ts";
import { isStartupProblem, type StartupProblem, startAgents } from "./start-agents.ts";

interface SeenAgent extends Findings {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Undefined: Claude Code's. */
  readonly dialect: Dialect | undefined;
}

/** What a daemon would find out about its agents, each probe waited for; or why it would not start. */
export async function lookAtAgents(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  bridleVersion: string,
): Promise<readonly SeenAgent[] | StartupProblem> {
  const outcome = await startAgents({ settings, env, bridleVersion });
  if (isStartupProblem(outcome)) return outcome;
  const all = [...outcome.kinds.values()];
  return Promise.all(
    all.map(async ({ name, command, args, dialect, findings }) => ({
      ...{ name, command, args, dialect },
      ...(await findings),
    })),
  );
}
