import { parseAgentVersion } from "../adapters/agent-version.ts";
import { BridleError, isBridleError } from "../errors.ts";
import { findExecutable } from "../transport/find-executable.ts";
import { installedVersion } from "../transport/installed-version.ts";
import { printVersion } from "../transport/print-version.ts";
import type { Version } from "../util/version.ts";

interface DetectOptions {
  /** The caller knows it: nothing is started. */
  readonly agentVersion?: string;
  /** The agent's environment: its PATH is where the executable is looked for. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly timeoutMs?: number;
}

interface Detected {
  readonly version: Version | undefined;
  /** Why there is none. */
  readonly problem: string | undefined;
}

/**
 * The version of an agent's executable: the caller's word, else that of the installation it belongs to, else one
 * `--version`. Nothing is remembered: behind a wrapper or a shim the same file starts another agent tomorrow. Rejects with
 * `agent_not_found` when there is no such executable.
 */
export async function detectVersion(name: string, options: DetectOptions = {}): Promise<Detected> {
  if (options.agentVersion !== undefined) return read(options.agentVersion);
  const executable = requireExecutable(name, options);
  const installed = installedVersion(executable);
  if (installed !== undefined) return read(installed);
  try {
    return read(await printVersion(executable, options.timeoutMs, options.env));
  } catch (error) {
    if (!isBridleError(error, "timeout") && !isBridleError(error, "closed")) throw error;
    return { version: undefined, problem: error.message };
  }
}

/** The absolute path of the agent. Throws `agent_not_found`. */
export function requireExecutable(
  name: string,
  { env = process.env, cwd }: Pick<DetectOptions, "env" | "cwd"> = {},
): string {
  const executable = findExecutable(name, { path: env.PATH, cwd });
  if (executable !== undefined) return executable;
  const where = /[\\/]/.test(name) ? "is not an executable file" : "was not found on PATH";
  const message = `${name === "" ? "(no name)" : name} ${where}; install it or name another executable`;
  throw new BridleError("agent_not_found", message, { executable: name });
}

function read(printed: string): Detected {
  const version = parseAgentVersion(printed);
  return { version, problem: version === undefined ? "printed no version" : undefined };
}
