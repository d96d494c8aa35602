import type { Dialect } from "../../adapters/adapters.ts";
import { type Compatibility, compatibilityOf } from "../../adapters/compatibility.ts";
import { isBridleError } from "../../errors.ts";
import { detectVersion, requireExecutable } from "../../launch/detect-version.ts";
import type { AgentCommand } from "../config/agent-settings.ts";

export interface Surroundings {
  /** The daemon's own environment. */
  readonly env: NodeJS.ProcessEnv;
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
  readonly args: readonly string[];
  /** Undefined: Claude Code's. */
  readonly dialect: Dialect | undefined;
  /** What it gets on top of the daemon's environment. */
  readonly env: { readonly [name: string]: string };
  readonly #agent: AgentCommand;
  readonly #around: Surroundings;
  #command: string;
  #now: Findings | undefined;
  #findings: Promise<Findings>;

  constructor(name: string, agent: AgentCommand, around: Surroundings) {
    this.name = name;
    this.args = agent.args ?? [];
    this.dialect = agent.dialect;
    this.env = agent.env ?? {};
    this.#agent = agent;
    this.#around = around;
    this.#command = agent.command;
    this.#findings = this.#look();
  }

  /** The absolute path where the executable was found, else as it was written. */
  get command(): string {
    return this.#command;
  }

  /** Undefined while its version is being asked for the first time. */
  get now(): Findings | undefined {
    return this.#now;
  }

  /** Settles when its version is known, or that it cannot be; never rejects. */
  get findings(): Promise<Findings> {
    return this.#findings;
  }

  /**
   * What is true now, for a session that is about to start: an agent may have been installed, updated or replaced since.
   * One that could not be asked is not asked again, since that may have taken the whole time limit.
   */
  async lookAgain(): Promise<Findings> {
    const known = await this.#findings;
    if (known.problem?.reason === "failing") return known;
    this.#findings = this.#look();
    return this.#findings;
  }

  /** At once where nothing has to be asked: then `now` is set when this returns. */
  #look(): Promise<Findings> {
    const { command, version, dialect } = this.#agent;
    // Without PATH nothing is found, least of all on the PATH of this process.
    const env = { PATH: "", ...this.#around.env, ...this.env };
    const executable = find(command, env);
    this.#command = executable ?? command;
    if (executable === undefined) return Promise.resolve(this.#found(notFound(this.name, command)));
    // `node agent.js`: the executable's version is not the agent's. Another dialect has none that we know.
    if (dialect !== undefined || (version === undefined && this.args.length > 0))
      return Promise.resolve(this.#found({ compatibility: compatibilityOf(undefined), problem: undefined }));
    return this.#ask(executable, env);
  }

  #found(findings: Findings): Findings {
    this.#now = findings;
    return findings;
  }

  async #ask(executable: string, env: NodeJS.ProcessEnv): Promise<Findings> {
    const { version } = this.#agent;
    const { probeTimeoutMs } = this.#around;
    const timeout = probeTimeoutMs === undefined ? {} : { timeoutMs: probeTimeoutMs };
    try {
      const detected = await detectVersion(
        executable,
        version === undefined ? { env, ...timeout } : { agentVersion: version },
      );
      const compatibility = compatibilityOf(detected.version);
      return this.#found({ compatibility, problem: problemOf(this.name, compatibility, detected.problem) });
    } catch (error) {
      const isGone = isBridleError(error, "agent_not_found");
      return this.#found(isGone ? notFound(this.name, executable) : failing(this.name, error));
    }
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
