import assert from "node:assert/strict";
import { test } from "node:test";
import { maxAttempts, retryDelayMs } from "./retry-time.ts";

test("D14 the time between tries grows, has some chance in it, has an end, and is as long as the receiver asks for", () => {
  const at = (chance: number) => Array.from({ length: maxAttempts }, (_, n) => retryDelayMs(n + 1, chance));
  assert.deepEqual(at(1).slice(0, 4), [2000, 6000, 18_000, 54_000]);
  assert.deepEqual(at(0).slice(0, 2), [1000, 3000]);
  assert.equal(Math.max(...at(1)), 1_800_000);
  assert.equal(retryDelayMs(1, 0.5, 5000), 5000);
  assert.equal(retryDelayMs(1, 0.5, 10 ** 9), 1_800_000);
});
