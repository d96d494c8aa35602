import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AdapterChain } from "../../src/adapters/adapter-chain.ts";
import { chain, changes } from "../../src/adapters/adapters.ts";
import { compareVersions, version } from "../../src/util/version.ts";
import { checkRecordings } from "./check-recordings.ts";
import { covers, exceptions, isExcused } from "./exceptions.ts";
import { type VersionFixtures, versionFixtures } from "./fixtures.ts";
import { missedLandmarks } from "./landmarks.ts";

const fixtures = versionFixtures();

function surprises(all: readonly VersionFixtures[], from: AdapterChain): string[] {
  return all.flatMap((recorded) =>
    checkRecordings(recorded, from)
      .filter((finding) => !isExcused(finding, recorded.version))
      .map(({ key, where }) => `${where} ${key}`),
  );
}

describe("C8 recordings of real agents", () => {
  for (const recorded of fixtures) {
    test(`C8 ${recorded.name}: every line is readable, every word known, and what was accepted is what we would send`, () => {
      assert.ok(recorded.transcripts.length > 0);
      assert.deepEqual(surprises([recorded], chain), []);
    });
  }

  test("C8 every exception still excuses something", () => {
    const found = fixtures.flatMap((recorded) =>
      checkRecordings(recorded, chain).map((finding) => ({ recorded, finding })),
    );
    const stale = exceptions.filter(
      (exception) => !found.some(({ recorded, finding }) => covers(exception, finding, recorded.version)),
    );
    assert.deepEqual(
      stale.map(({ reason }) => reason),
      [],
    );
  });

  for (const [index, change] of changes.entries()) {
    test(`C8 without the adapter of ${change.since} the contract breaks`, () => {
      const without = new AdapterChain(changes.toSpliced(index, 1));
      const near = fixtures
        .filter((recorded) => compareVersions(recorded.version, version(change.since)) >= 0)
        .slice(0, 2);
      assert.notDeepEqual([...missedLandmarks(without), ...surprises(near, without)], []);
    });
  }
});
