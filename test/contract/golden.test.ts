import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { releases } from "../../src/adapters/matrix.ts";
import { versionFixtures } from "./fixtures.ts";
import { golden, goldenFile, readGolden } from "./golden.ts";

const fixtures = versionFixtures();
const missing = "no golden file: run `npm run golden`, read what it wrote and commit it";

for (const recorded of fixtures) {
  test(`C5 ${recorded.name}: the canonical form of its recordings is the one on file`, (context) => {
    const expected = readGolden(recorded.name);
    if (expected === undefined) return context.skip(missing);
    const found = golden(recorded).split("\n");
    // Line by line, so that a failure shows the message and not megabytes.
    for (const [index, line] of expected.split("\n").entries()) assert.equal(found[index], line);
    assert.equal(found.length, expected.split("\n").length);
  });
}

test("C8 every golden file belongs to recordings, and every version called verified has both", () => {
  const goldens = readdirSync(dirname(goldenFile("x"))).map((file) => file.replace(/\.txt$/, ""));
  const recorded = fixtures.map(({ name }) => name);
  const verified = releases[0].verified.map(({ version }) => version);
  assert.deepEqual(
    goldens.filter((name) => !recorded.includes(name)),
    [],
  );
  assert.deepEqual(
    verified.filter((name) => !recorded.includes(name) || !goldens.includes(name)),
    [],
  );
});
