import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { versionFixtures } from "./fixtures.ts";
import { golden, goldenFile, readGolden } from "./golden.ts";

const fixtures = versionFixtures();
const missing = "no golden file: run `npm run golden`, read what it wrote and commit it";

for (const recorded of fixtures) {
  test(`C5 ${recorded.name}: the canonical form of its recordings is the one on file`, (context) => {
    const expected = readGolden(recorded.name);
    if (expected === undefined) return process.env.CI === "true" ? assert.fail(missing) : context.skip(missing);
    const found = golden(recorded).split("\n");
    // Line by line, so that a failure shows the message and not megabytes.
    for (const [index, line] of expected.split("\n").entries()) assert.equal(found[index], line);
    assert.equal(found.length, expected.split("\n").length);
  });
}

test("C8 every golden file belongs to recordings", () => {
  const names = readdirSync(dirname(goldenFile("x"))).map((file) => file.replace(/\.txt$/, ""));
  assert.deepEqual(names.sort(), fixtures.map(({ name }) => name).sort());
});
