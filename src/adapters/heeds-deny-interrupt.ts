import { compareVersions, version } from "../util/version.ts";
import { ClaudeAdapter } from "./claude-adapter.ts";
import type { ProtocolAdapter } from "./protocol-adapter.ts";

/** The first version known to end the turn at a deny with `interrupt`. 1.0.95 and those before ask the model again. */
const since = version("1.0.115");

export function heedsDenyInterrupt(adapter: ProtocolAdapter): boolean {
  return !(adapter instanceof ClaudeAdapter) || compareVersions(adapter.version, since) >= 0;
}
