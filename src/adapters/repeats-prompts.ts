import { inRange, type VersionRange, version } from "../util/version.ts";
import { ClaudeAdapter } from "./claude-adapter.ts";
import type { ProtocolAdapter } from "./protocol-adapter.ts";

/**
 * Versions that repeat every prompt a turn takes up under the uuid it was sent
 * with. Those before fold prompts without a word, or under another uuid; so do
 * 2.1.14 to 2.1.17. From 2.1.300 on the result lists them.
 */
const ranges: readonly VersionRange[] = [
  { from: version("1.0.115"), to: version("2.1.13") },
  { from: version("2.1.18"), to: version("2.1.300") },
];

/** True: a prompt that this agent did not repeat is not part of the turn. The dialect of seed 001 (docs/dialects.md) says how many it injects. */
export function repeatsPrompts(adapter: ProtocolAdapter): boolean {
  if (!(adapter instanceof ClaudeAdapter)) return true;
  return ranges.some((range) => inRange(range, adapter.version));
}
