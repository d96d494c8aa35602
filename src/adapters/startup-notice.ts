import { formatRange, formatVersion } from "../util/version.ts";
import { changes } from "./adapters.ts";
import { wordsOf } from "./change.ts";
import type { Compatibility } from "./compatibility.ts";
import { testedRange } from "./matrix.ts";
import type { Notice } from "./notice.ts";

/** In range go on; below, refuse; above or unknown, warn and go on. */
const noticeLevels = {
  FULLY_COMPATIBLE: "info",
  DEGRADED: "warn",
  LIKELY_COMPATIBLE: "warn",
  UNKNOWN: "warn",
  INCOMPATIBLE: "error",
} as const;

/** What a person who starts Bridle on this agent should read: found, tested, adapted, new, to do. Several lines. */
export function compatibilityNotice(found: Compatibility, bridleVersion: string): Notice {
  const { level, version, adapter, missing, message } = found;
  const name = version === undefined ? "An agent of unknown version" : `Claude Code ${formatVersion(version)}`;
  const lines = [
    `${name} (Bridle ${bridleVersion} is tested with ${formatRange(testedRange)})`,
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
  if (todo !== undefined) lines.push("", `Recommendation: ${todo}`);
  return { code: "compatibility", level: noticeLevels[level], message: lines.join("\n") };
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
