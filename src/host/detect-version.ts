import { parseAgentVersion } from "../adapters/agent-version.ts";
import { BridleError, isBridleError } from "../errors.ts";
import { findExecutable } from "../transport/find-executable.ts";
import { printVersion } from "../transport/print-version.ts";
import { VersionCache } from "../transport/version-cache.ts";
import type { Version } from "../util/version.ts";

export interface DetectOptions {
  /** The caller knows it: nothing is started. */
  readonly agentVersion?: string;
  readonly cache?: VersionCache;
  readonly timeoutMs?: number;
}

export interface Detected {
  readonly version: Version | undefined;
  /** Why there is none. */
  readonly problem: string | undefined;
}

/**
 * The version of an agent's executable: the caller's word, else the cache, else
 * one `--version`. Rejects with `agent_not_found` when there is no such executable.
 */
export async function detectVersion(name: string, options: DetectOptions = {}): Promise<Detected> {
  if (options.agentVersion !== undefined) return read(options.agentVersion);
  const executable = findExecutable(name);
  if (executable === undefined) {
    const where = /[\\/]/.test(name) ? "is not an executable file" : "was not found on PATH";
    throw new BridleError(
      "agent_not_found",
      `${name === "" ? "(no name)" : name} ${where}; install it or name another executable`,
      { executable: name },
    );
  }
  const cache = options.cache ?? new VersionCache();
  const cached = cache.get(executable);
  if (cached !== undefined) return read(cached);
  try {
    const printed = await printVersion(executable, options.timeoutMs);
    const detected = read(printed);
    if (detected.version !== undefined) cache.set(executable, printed);
    return detected;
  } catch (error) {
    if (!isBridleError(error, "timeout") && !isBridleError(error, "closed")) throw error;
    return { version: undefined, problem: error.message };
  }
}

function read(printed: string): Detected {
  const version = parseAgentVersion(printed);
  return { version, problem: version === undefined ? "printed no version" : undefined };
}
