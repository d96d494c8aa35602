import { type VersionRange, version } from "../util/version.ts";

/** How a version of an agent was shown to work. */
export interface Verification {
  readonly version: string;
  readonly on: string;
  readonly how: string;
}

/** What one line of Bridle releases supports: from the oldest agent version, up to but without `to`. */
export interface Release {
  readonly bridle: string;
  readonly from: string;
  readonly to: string;
  readonly notes: string;
  readonly verified: readonly Verification[];
}

const recorded = "recorded conversations replayed through the adapter (test/contract)";
const by = (on: string, versions: string): Verification[] =>
  versions.split(" ").map((v) => ({ version: v, on, how: recorded }));

/** The compatibility matrix. One row per release line, newest first; each adapter's own rows follow from it. */
export const releases: readonly [Release, ...Release[]] = [
  {
    bridle: "0.1.x",
    from: "1.0.64",
    to: "2.1.326",
    notes: "1.0.64 is the first Claude Code that answers initialize",
    verified: by(
      "2026-11-15",
      "1.0.64 1.0.77 1.0.85 1.0.95 1.0.115 1.0.123 1.0.128 2.0.0 2.0.25 2.0.37 2.0.50 2.0.70 2.0.76 2.1.0 2.1.15 2.1.30 2.1.45 " +
        "2.1.59 2.1.70 2.1.80 2.1.90 2.1.101 2.1.110 2.1.150 2.1.197 2.1.250 2.1.300 2.1.325",
    ),
  },
];

const [current] = releases;

/** The agent versions this Bridle is tested with. */
export const testedRange: VersionRange = { from: version(current.from), to: version(current.to) };
