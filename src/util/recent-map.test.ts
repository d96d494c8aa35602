import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentMap } from "./recent-map.ts";

test("a recent map keeps the newest entries, whichever were set last, and no long key", () => {
  const map = new RecentMap<string, number>(3, [
    ["a", 1],
    ["b", 2],
    ["c", 3],
  ]);
  map.set("a", 4).set("d", 5).set("x".repeat(257), 6);
  assert.deepEqual(
    [...map],
    [
      ["c", 3],
      ["a", 4],
      ["d", 5],
    ],
  );
});
