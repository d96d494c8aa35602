import { compareVersions, version } from "../util/version.ts";
import { ClaudeAdapter } from "./claude-adapter.ts";
import type { ProtocolAdapter } from "./protocol-adapter.ts";

/**
 * The first version known to ask when a hook says `ask`, whatever its own rules and its mode allow. 2.1.70 and those
 * before use the tool where they would have used it without the hook.
 */
const since = version("2.1.113");

export function heedsHookAsk(adapter: ProtocolAdapter): boolean {
  return !(adapter instanceof ClaudeAdapter) || compareVersions(adapter.version, since) >= 0;
}
