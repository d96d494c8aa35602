import { compareVersions, formatVersion, type Version } from "../util/version.ts";
import { adapterFor } from "./adapters.ts";
import type { ClaudeAdapter } from "./claude-adapter.ts";
import { type Feature, missingFeatures } from "./features.ts";
import { releases, testedRange } from "./matrix.ts";

export type CompatibilityLevel = "UNKNOWN" | "FULLY_COMPATIBLE" | "LIKELY_COMPATIBLE" | "DEGRADED" | "INCOMPATIBLE";

export interface Compatibility {
  readonly level: CompatibilityLevel;
  readonly version: Version | undefined;
  readonly adapter: ClaudeAdapter;
  readonly missing: readonly Feature[];
  /** One sentence for a person. */
  readonly message: string;
}

/** How well Bridle and an agent version fit; undefined is a version that could not be found out. */
export function compatibilityOf(v: Version | undefined): Compatibility {
  const adapter = adapterFor(v);
  const missing = missingFeatures(adapter);
  const found = { version: v, adapter, missing };
  if (v === undefined) {
    return { ...found, level: "UNKNOWN", message: "The agent's version is unknown; the newest adapter is used." };
  }
  const name = `Claude Code ${formatVersion(v)}`;
  if (compareVersions(v, testedRange.from) < 0) {
    const message = `${name} is older than ${formatVersion(testedRange.from)}, the oldest version supported; update it.`;
    return { ...found, level: "INCOMPATIBLE", message };
  }
  if (testedRange.to !== undefined && compareVersions(v, testedRange.to) >= 0) {
    const message = `${name} is newer than ${releases[0].verified.at(-1)?.version}, the newest version tested; it probably works.`;
    return { ...found, level: "LIKELY_COMPATIBLE", message };
  }
  if (missing.length > 0) {
    const names = missing.map((feature) => feature.name).join(", ");
    return { ...found, level: "DEGRADED", message: `${name} works without: ${names}.` };
  }
  return { ...found, level: "FULLY_COMPATIBLE", message: `${name} is within the tested range.` };
}

/** `strict` inside the tested range, where a message that does not parse is drift; `tolerant` outside it. */
export function parseModeOf(v: Version | undefined): "strict" | "tolerant" {
  const { level } = compatibilityOf(v);
  return level === "FULLY_COMPATIBLE" || level === "DEGRADED" ? "strict" : "tolerant";
}
