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

/**
 * The version of an agent's executable: the caller's word, else the cache, else
 * one `--version`. Undefined when it says nothing we can read or nothing in time;
 * `agent_not_found` when there is no such executable.
 */
export async function detectVersion(name: string, options: DetectOptions = {}): Promise<Version | undefined> {
  if (options.agentVersion !== undefined) return parseAgentVersion(options.agentVersion);
  const executable = findExecutable(name);
  if (executable === undefined) {
    const where = /[\\/]/.test(name) ? "is not an executable file" : "was not found on PATH";
    throw new BridleError("agent_not_found", `${name} ${where}; install it or name another executable`, {
      executable: name,
    });
  }
  const cache = options.cache ?? new VersionCache();
  const cached = cache.get(executable);
  if (cached !== undefined) return parseAgentVersion(cached);
  const printed = await printVersion(executable, options.timeoutMs).catch((error: unknown) => {
    if (isBridleError(error, "timeout")) return undefined;
    throw error;
  });
  const version = parseAgentVersion(printed ?? "");
  if (printed !== undefined && version !== undefined) cache.set(executable, printed);
  return version;
}
