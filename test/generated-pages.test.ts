import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { generatedPages } from "../scripts/pages/pages.ts";

for (const [path, page] of Object.entries(generatedPages)) {
  test(`C2 ${path} is what the tables say`, () => {
    assert.equal(readFileSync(join(import.meta.dirname, "..", path), "utf8"), page(), "run `npm run generate`");
  });
}
