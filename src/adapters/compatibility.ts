import { compareVersions, formatVersion, inRange, type Version } from "../util/version.ts";
import { adapterFor } from "./adapters.ts";
import type { ClaudeAdapter } from "./claude-adapter.ts";
import { type Feature, missingFeatures } from "./features.ts";
import { isTested, supportedRange, testedAround } from "./matrix.ts";

export type CompatibilityLevel = "UNKNOWN" | "FULLY_COMPATIBLE" | "LIKELY_COMPATIBLE" | "DEGRADED" | "INCOMPATIBLE";

export interface Compatibility {
  readonly level: CompatibilityLevel;
  readonly version: Version | undefined;
  readonly adapter: ClaudeAdapter;
  /** What is not used with this version: it lacks it, or nobody has tried it. */
  readonly missing: readonly Feature[];
  /** This very version was run, and not only older and newer ones. */
  readonly tested: boolean;
  /** One or two sentences for a person. */
  readonly message: string;
}

/** How well Bridle and an agent version fit; undefined is a version that could not be found out. */
export function compatibilityOf(v: Version | undefined): Compatibility {
  const adapter = adapterFor(v);
  const missing = missingFeatures(adapter);
  const found = { version: v, adapter, missing, tested: v !== undefined && isTested(v) };
  if (v === undefined) {
    return { ...found, level: "UNKNOWN", message: "The agent's version is unknown; the newest adapter is used." };
  }
  const name = `Claude Code ${formatVersion(v)}`;
  if (compareVersions(v, supportedRange.from) < 0) {
    const message = `${name} is older than ${formatVersion(supportedRange.from)}, the oldest version supported; update it.`;
    return { ...found, level: "INCOMPATIBLE", message };
  }
  if (!inRange(supportedRange, v)) {
    const [newest] = testedAround(v).map(formatVersion);
    return {
      ...found,
      level: "LIKELY_COMPATIBLE",
      message: `${name} is newer than ${newest}, the newest version tested; it probably works.`,
    };
  }
  const ran = found.tested
    ? `${name} was tested.`
    : `${name} was not tested itself; ${testedAround(v).map(formatVersion).join(" and ")} were.`;
  if (missing.length === 0) return { ...found, level: "FULLY_COMPATIBLE", message: ran };
  const names = missing.map((feature) => feature.name).join(", ");
  return { ...found, level: "DEGRADED", message: `${ran} It works without: ${names}.` };
}

/** `strict` inside the supported range, where a message that does not parse is drift; `tolerant` outside it. */
export function parseModeOf(v: Version | undefined): "strict" | "tolerant" {
  return v !== undefined && inRange(supportedRange, v) ? "strict" : "tolerant";
}
