import { formatRange, formatVersion } from "../util/version.ts";
import type { Compatibility } from "./compatibility.ts";
import { supportedRange } from "./matrix.ts";
import type { Notice } from "./notice.ts";

/** In range go on; below, refuse; above or unknown, warn and go on. */
const noticeLevels = {
  FULLY_COMPATIBLE: "info",
  DEGRADED: "warn",
  LIKELY_COMPATIBLE: "warn",
  UNKNOWN: "warn",
  INCOMPATIBLE: "error",
} as const;

/**
 * What a person who starts Bridle on this agent should read: one line when all is well, else what was found, what is
 * adapted, what is new to Bridle, what to update and where to read more.
 */
export function compatibilityNotice(found: Compatibility, bridleVersion: string): Notice {
  const { level, message } = found;
  const notice = { code: "compatibility", level: noticeLevels[level] } as const;
  if (level === "FULLY_COMPATIBLE") return { ...notice, message: `${message} ${level} with Bridle ${bridleVersion}.` };
  const lines = [
    `COMPATIBILITY: ${level}`,
    `  ${message}`,
    `  Bridle ${bridleVersion} supports Claude Code ${formatRange(supportedRange)}.`,
    ...section("Adapted", adapted(found)),
    ...section("New", news(found)),
    `To do: ${todo(found)}`,
    "Documentation: docs/compatibility.md; `bridle compat` prints what each version has.",
  ];
  return { ...notice, message: lines.join("\n") };
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  - ${item}`)];
}

function adapted({ level, adapter, missing }: Compatibility): string[] {
  if (level === "INCOMPATIBLE") return [];
  const { from, to } = adapter.supportedRange;
  const spoken =
    to === undefined
      ? `it is spoken to as to Claude Code ${formatVersion(from)}, the newest that Bridle knows`
      : `it is spoken to as Claude Code ${formatRange({ from, to })} wants it`;
  return [spoken, ...missing.map(({ name, workaround }) => `without ${name}: ${workaround}`)];
}

function news({ level, version }: Compatibility): string[] {
  if (level !== "LIKELY_COMPATIBLE" || version === undefined) return [];
  return [`what ${formatVersion(version)} says that Bridle does not know is passed on as it is, and counted`];
}

function todo({ level, missing }: Compatibility): string {
  switch (level) {
    case "INCOMPATIBLE":
      return `update Claude Code to ${formatVersion(supportedRange.from)} or newer (npm install -g @anthropic-ai/claude-code).`;
    case "LIKELY_COMPATIBLE":
      return "update Bridle, if there is one that was tested with this version.";
    case "DEGRADED":
      return `update Claude Code to get ${missing.map((feature) => feature.name).join(", ")}.`;
    case "UNKNOWN":
      return "check that the executable is Claude Code and prints its version with --version.";
    case "FULLY_COMPATIBLE":
      return "nothing.";
  }
}
