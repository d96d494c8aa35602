import { parseVersion, type Version } from "../util/version.ts";

/**
 * What `claude --version` printed. The real form is `2.1.325 (Claude Code)`;
 * seed 000 documents `claude v1.0.22 (anthropic-2024-12-01)`. Anything else is
 * undefined, which means level UNKNOWN and never a failure.
 */
export function parseAgentVersion(output: string): Version | undefined {
  const match = /^(?:claude\s+)?v?(\d+\.\d+\.\d+)(?:\s+\(([^()\n]*)\))?$/i.exec(output.trim());
  const version = parseVersion(match?.[1] ?? "");
  if (version === undefined) return undefined;
  const note = match?.[2] ?? "";
  return note.startsWith("anthropic-") ? { ...version, apiVersion: note } : version;
}
