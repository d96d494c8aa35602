import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compareVersions, parseVersion, type Version } from "../../src/util/version.ts";
import { readTranscript, type Transcript } from "./transcript.ts";

export const fixturesFolder = join(import.meta.dirname, "..", "fixtures");

/** The recordings of one agent version. Every folder named after a version is one: none is listed by hand. */
export interface VersionFixtures {
  readonly name: string;
  readonly version: Version;
  readonly transcripts: readonly Transcript[];
}

export function versionFixtures(folder = fixturesFolder): readonly VersionFixtures[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const version = parseVersion(name);
      return version === undefined ? [] : [{ name, version, transcripts: transcriptsIn(join(folder, name)) }];
    })
    .sort((a, b) => compareVersions(a.version, b.version));
}

export function transcriptsIn(folder: string): readonly Transcript[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ndjson"))
    .sort()
    .map((file) => readTranscript(join(folder, file)));
}
