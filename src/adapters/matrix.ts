import { compareVersions, type Version, type VersionRange, version } from "../util/version.ts";

/** How a version of an agent was shown to work. */
export interface Verification {
  readonly version: string;
  readonly on: string;
  readonly how: string;
}

/** What one line of Bridle releases supports: from the oldest agent version, up to but without `to`. */
interface Release {
  readonly bridle: string;
  readonly from: string;
  readonly to: string;
  readonly notes: string;
  readonly verified: readonly Verification[];
}

const recorded = "recorded conversations replayed through the adapter (test/contract)";
const boundary = "recorded where a feature begins or ends (test/contract)";
const by = (how: string, on: string, versions: string): Verification[] =>
  versions.split(" ").map((v) => ({ version: v, on, how }));

/** The compatibility matrix. One row per release line, newest first; each adapter's own rows follow from it. */
export const releases: readonly [Release, ...Release[]] = [
  {
    bridle: "0.1.x",
    from: "1.0.64",
    to: "2.1.326",
    notes: "1.0.64 is the first Claude Code that answers initialize",
    verified: [
      ...by(boundary, "2026-11-17", "2.1.88 2.1.89"),
      ...by(boundary, "2026-11-16", "1.0.84 1.0.92 1.0.93 1.0.108 1.0.109 1.0.114 2.0.72 2.1.113"),
      ...by(
        recorded,
        "2026-11-15",
        "1.0.64 1.0.77 1.0.85 1.0.95 1.0.115 1.0.123 1.0.128 2.0.0 2.0.25 2.0.37 2.0.50 2.0.70 2.0.76 2.1.0 2.1.15 2.1.30 2.1.45 " +
          "2.1.59 2.1.70 2.1.80 2.1.90 2.1.101 2.1.110 2.1.150 2.1.197 2.1.250 2.1.300 2.1.325",
      ),
    ].sort((a, b) => compareVersions(version(a.version), version(b.version))),
  },
];

const [current] = releases;

/** The agent versions this Bridle supports. Only those in `verified` were run. */
export const supportedRange: VersionRange = { from: version(current.from), to: version(current.to) };

/** The versions that were run, oldest first. */
const testedVersions: readonly Version[] = current.verified.map((verification) => version(verification.version));

/** Was this very version run? */
export function isTested(v: Version): boolean {
  return testedVersions.some((tested) => compareVersions(tested, v) === 0);
}

/** The nearest versions that were run, older and newer. */
export function testedAround(v: Version): readonly Version[] {
  const older = testedVersions.findLast((tested) => compareVersions(tested, v) < 0);
  const newer = testedVersions.find((tested) => compareVersions(tested, v) > 0);
  return [older, newer].filter((tested) => tested !== undefined);
}
