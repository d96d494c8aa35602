import type { Compatibility } from "../../adapters/compatibility.ts";
import { supportedRange } from "../../adapters/matrix.ts";
import type { Notice } from "../../adapters/notice.ts";
import { BridleError } from "../../errors.ts";
import { formatVersion } from "../../util/version.ts";
import type { AgentCommand } from "../agent/agent-launch.ts";
import { AgentForecast } from "../rules/agent-forecast.ts";
import { isStartupProblem, noSuchAgent, type StartedAgents, type StartOptions, startAgents } from "./start-agents.ts";
import { withoutDaemon } from "./without-daemon.ts";

/** The agents of a daemon, by name, as sessions start them. */
export class DaemonAgents {
  readonly started: StartedAgents;
  readonly #env: NodeJS.ProcessEnv;

  constructor(started: StartedAgents, env: NodeJS.ProcessEnv) {
    this.started = started;
    this.#env = env;
  }

  get notices(): readonly Notice[] {
    return this.started.notices;
  }

  /** The name as it was asked for, or the default agent's. Throws `invalid_option` for one that the settings lack. */
  async nameOf(asked: string): Promise<string> {
    if (asked === "") return (await this.started.defaultAgent).name;
    if (this.started.kinds.has(asked)) return asked;
    throw noSuchAgent(asked, this.started.kinds);
  }

  /** What it would ask about by itself in a folder. */
  forecast(name: string, cwd: string): AgentForecast {
    const { args = [], env = {} } = this.started.kinds.get(name) ?? {};
    return new AgentForecast({ args, env: { ...this.#env, ...env }, cwd });
  }

  /** Finds out what its executable is now. Rejects with `agent_not_found` or `incompatible_agent` where it cannot be used. */
  async command(name: string): Promise<AgentCommand> {
    const agent = this.started.kinds.get(await this.nameOf(name));
    if (agent === undefined)
      throw new BridleError("agent_not_found", `there is no agent ${name}`, { executable: name });
    const { problem, compatibility } = await agent.lookAgain();
    // One that could not tell its version may still work: its level is UNKNOWN.
    if (problem?.reason === "not_found")
      throw new BridleError("agent_not_found", problem.message, { executable: agent.command });
    if (problem?.reason === "incompatible") throw incompatibleAgent(agent.name, problem.message, compatibility);
    const { version } = compatibility;
    return {
      command: agent.command,
      args: agent.args,
      env: { ...this.#env, ...agent.env },
      version: version && formatVersion(version),
      dialect: agent.dialect,
    };
  }
}

function incompatibleAgent(
  agent: string,
  message: string,
  { version }: Compatibility,
): BridleError<"incompatible_agent"> {
  const minimum = formatVersion(supportedRange.from);
  const found = version === undefined ? "" : formatVersion(version);
  return new BridleError("incompatible_agent", message, { agent, version: found, minimum });
}

/** Throws `agent_not_found` (exit 72), `incompatible_agent` or `invalid_option` (exit 78) where the daemon must not start. */
export async function findAgents(options: StartOptions): Promise<DaemonAgents> {
  const env = withoutDaemon(options.env);
  const outcome = await startAgents({ ...options, env });
  if (!isStartupProblem(outcome)) return new DaemonAgents(outcome, env);
  const { exitCode, message, compatibility } = outcome;
  const asked = options.asked || options.settings.daemon.defaultAgent;
  if (exitCode === 72) throw new BridleError("agent_not_found", message, { executable: asked });
  if (compatibility !== undefined) throw incompatibleAgent(asked, message, compatibility);
  throw new BridleError("invalid_option", message, { option: "agent", allowed: "an agent that fits", found: asked });
}
