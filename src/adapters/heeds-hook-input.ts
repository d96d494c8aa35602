import { compareVersions, version } from "../util/version.ts";
import { ClaudeAdapter } from "./claude-adapter.ts";
import type { ProtocolAdapter } from "./protocol-adapter.ts";

/** The first version that was seen to run what a hook puts in the place of a tool's input. */
const since = version("2.1.113");

export function heedsHookInput(adapter: ProtocolAdapter): boolean {
  return !(adapter instanceof ClaudeAdapter) || compareVersions(adapter.version, since) >= 0;
}
