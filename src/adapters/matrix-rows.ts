import { compareVersions, formatVersion, inRange, type VersionRange, version } from "../util/version.ts";
import { changes } from "./adapters.ts";
import { type CompatibilityLevel, compatibilityOf } from "./compatibility.ts";
import { releases, supportedRange, type Verification } from "./matrix.ts";

/** One adapter's part of the range that the current release supports. */
interface MatrixRow {
  readonly bridle: string;
  readonly from: string;
  readonly to: string;
  readonly adapter: string;
  readonly level: CompatibilityLevel;
  readonly verified: readonly Verification[];
  readonly notes: string;
}

/** The matrix as `bridle compat` prints it: the current release, adapter by adapter, oldest first. */
export function matrixRows(): readonly MatrixRow[] {
  const [release] = releases;
  return changes.flatMap(({ since, notes }, index) => {
    const next = changes[index + 1];
    const range = within({ from: version(since), to: next === undefined ? undefined : version(next.since) });
    if (range === undefined || range.to === undefined) return [];
    return {
      bridle: release.bridle,
      from: formatVersion(range.from),
      to: formatVersion(range.to),
      adapter: `claude-code ${since}`,
      level: compatibilityOf(range.from).level,
      verified: release.verified.filter((verification) => inRange(range, version(verification.version))),
      notes,
    };
  });
}

/** The part of a range that is supported. */
function within(range: VersionRange): VersionRange | undefined {
  const from = compareVersions(range.from, supportedRange.from) < 0 ? supportedRange.from : range.from;
  const to = range.to ?? supportedRange.to;
  return to !== undefined && compareVersions(from, to) < 0 ? { from, to } : undefined;
}
