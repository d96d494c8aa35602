import assert from "node:assert/strict";
import { test } from "node:test";
import { chain } from "../../src/adapters/adapters.ts";
import { missedLandmarks } from "./landmarks.ts";

test("C4 every word whose coming is known is had by the version that brought it and lacked by the one before", () => {
  assert.deepEqual(missedLandmarks(chain), []);
});
