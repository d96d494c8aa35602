import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { generatedPages } from "../scripts/pages/pages.ts";

for (const [path, page] of Object.entries(generatedPages)) {
  test(`C2 ${path} is what the tables say`, () => {
    const found = readFileSync(join(import.meta.dirname, "..", path), "utf8").split("\n");
    const outdated = page()
      .split("\n")
      .find((line, index) => line !== found[index]);
    assert.equal(outdated, undefined, `${path} is out of date: run \`npm run generate\``);
    assert.equal(found.length, page().split("\n").length);
  });
}
