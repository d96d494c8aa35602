import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { garbageKinds } from "../../src/twin/garbage.ts";
import { actionNames } from "../../src/twin/read-twin-script.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "twin.md"), "utf8");

test("G8 the page of the twin has a row for every fault and no other, and names every kind of garbage", () => {
  const table = page.slice(page.indexOf("## Faults"));
  const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1]);
  assert.deepEqual(rows.toSorted(), [...actionNames].toSorted());
  for (const kind of garbageKinds) assert.ok(table.includes(`\`${kind}\``), kind);
});
