import { compareVersions, version } from "../util/version.ts";
import { ClaudeAdapter } from "./claude-adapter.ts";
import type { ProtocolAdapter } from "./protocol-adapter.ts";

/** The first version that runs what a hook puts in the place of a tool's input; 2.0.9 was seen to run the input as it was. */
const since = version("2.0.10");

export function heedsHookInput(adapter: ProtocolAdapter): boolean {
  return !(adapter instanceof ClaudeAdapter) || compareVersions(adapter.version, since) >= 0;
}
