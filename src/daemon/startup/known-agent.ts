import type { Dialect } from "../../adapters/adapters.ts";
import { type Compatibility, compatibilityOf } from "../../adapters/compatibility.ts";
import { isBridleError } from "../../errors.ts";
import { detectVersion, requireExecutable } from "../../host/detect-version.ts";
import type { VersionCache } from "../../transport/version-cache.ts";
import type { AgentCommand } from "../config/agent-settings.ts";

export interface Surroundings {
  /** The daemon's own environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly cache: VersionCache;
  /** How long `--version` may take. Default 10 s. */
  readonly probeTimeoutMs?: number;
}

/** What was found out of an agent. */
export interface Findings {
  readonly compatibility: Compatibility;
  /** Why it is no default: sessions cannot run on it, or, "failing", nobody knows whether they can. */
  readonly problem: { readonly reason: "not_found" | "incompatible" | "failing"; readonly message: string } | undefined;
}

/** An agent of the settings, or a built-in one, and what is known of it so far. */
export class KnownAgent {
  readonly name: string;
  /** The absolute path where the executable was found, else as it was written. */
  readonly command: string;
  readonly args: readonly string[];
  /** Undefined: Claude Code's. */
  readonly dialect: Dialect | undefined;
  /** What it gets on top of the daemon's environment. */
  readonly env: { readonly [name: string]: string };
  /** Settles when its version is known, or that it cannot be; never rejects. Sessions on this agent wait for it. */
  readonly findings: Promise<Findings>;
  #now: Findings | undefined;

  constructor(name: string, agent: AgentCommand, around: Surroundings) {
    this.name = name;
    this.args = agent.args ?? [];
    this.dialect = agent.dialect;
    this.env = agent.env ?? {};
    // Without PATH nothing is found, least of all on the PATH of this process.
    const env = { PATH: "", ...around.env, ...this.env };
    const executable = find(agent.command, env);
    this.command = executable ?? agent.command;
    if (executable === undefined) this.#now = notFound(name, agent.command);
    else if (agent.dialect !== undefined || (agent.version === undefined && this.args.length > 0)) {
      // `node agent.js`: the executable's version is not the agent's. Another dialect has none that we know.
      this.#now = { compatibility: compatibilityOf(undefined), problem: undefined };
    }
    this.findings =
      this.#now === undefined ? this.#find(executable ?? "", agent, env, around) : Promise.resolve(this.#now);
  }

  /** Undefined while its version is being asked for. */
  get now(): Findings | undefined {
    return this.#now;
  }

  async #find(
    executable: string,
    { version }: AgentCommand,
    env: NodeJS.ProcessEnv,
    { cache, probeTimeoutMs }: Surroundings,
  ): Promise<Findings> {
    const timeout = probeTimeoutMs === undefined ? {} : { timeoutMs: probeTimeoutMs };
    const asked = version === undefined ? { env, cache, ...timeout } : { agentVersion: version };
    try {
      const detected = await detectVersion(executable, asked);
      const compatibility = compatibilityOf(detected.version);
      this.#now = { compatibility, problem: problemOf(this.name, compatibility, detected.problem) };
    } catch (error) {
      this.#now = isBridleError(error, "agent_not_found") ? notFound(this.name, executable) : failing(this.name, error);
    }
    return this.#now;
  }
}

function problemOf(name: string, { level, message }: Compatibility, trouble: string | undefined): Findings["problem"] {
  if (level === "INCOMPATIBLE") return { reason: "incompatible", message };
  // What prints something else may still be an agent; what cannot even print is none.
  if (trouble === undefined || trouble === "printed no version") return undefined;
  return { reason: "failing", message: `${name} --version ${trouble}` };
}

function find(command: string, env: NodeJS.ProcessEnv): string | undefined {
  try {
    return requireExecutable(command, { env });
  } catch {
    return undefined;
  }
}

function notFound(name: string, command: string): Findings {
  const where = /[\\/]/.test(command) ? "is not an executable file" : "was not found on PATH";
  const message = `${command} ${where}; install it, or name it: bridle config set agents.${name}.command PATH`;
  return { compatibility: compatibilityOf(undefined), problem: { reason: "not_found", message } };
}

function failing(name: string, error: unknown): Findings {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown";
  const message = `the version of ${name} could not be found out (${code})`;
  return { compatibility: compatibilityOf(undefined), problem: { reason: "failing", message } };
}
