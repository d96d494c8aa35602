import { formatRange, formatVersion } from "../util/version.ts";
import { changes } from "./adapters.ts";
import { wordsOf } from "./change.ts";
import type { Compatibility } from "./compatibility.ts";
import { testedRange } from "./matrix.ts";

/** What a person who starts Bridle on this agent should read: found, tested, adapted, new, to do. Lines without an end. */
export function compatibilityNotice(found: Compatibility, bridleVersion: string): readonly string[] {
  const { level, version, adapter, missing, message } = found;
  const name = version === undefined ? "an agent of unknown version" : `Claude Code ${formatVersion(version)}`;
  const lines = [
    `Detected ${name} (Bridle ${bridleVersion} is tested with ${formatRange(testedRange)})`,
    "",
    `COMPATIBILITY: ${level}`,
    `  - ${message}`,
    `  - Adapter: ${adapter.name}, for ${formatRange(adapter.supportedRange)}`,
    ...missing.map(({ name: feature, workaround }) => `  - Without ${feature}: ${workaround}`),
  ];
  const added = changes.find(({ since }) => since === formatVersion(adapter.supportedRange.from));
  const news =
    added === undefined
      ? []
      : [...wordsOf(added.adds)].filter((word) => word.startsWith("controls ") && !word.includes("."));
  if (news.length > 0)
    lines.push(`  - New with this adapter: ${news.map((word) => word.slice("controls ".length)).join(", ")}`);
  const todo = recommendation(found);
  return todo === undefined ? lines : [...lines, "", `Recommendation: ${todo}`];
}

function recommendation({ level, missing }: Compatibility): string | undefined {
  switch (level) {
    case "INCOMPATIBLE":
      return `update Claude Code to ${formatVersion(testedRange.from)} or newer (npm install -g @anthropic-ai/claude-code).`;
    case "LIKELY_COMPATIBLE":
      return "look for a newer Bridle that is tested with this version.";
    case "DEGRADED":
      return `update Claude Code to get ${missing.map((feature) => feature.name).join(", ")}.`;
    case "UNKNOWN":
      return "check that the executable is Claude Code and prints its version with --version.";
    case "FULLY_COMPATIBLE":
      return undefined;
  }
}
