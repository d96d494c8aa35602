import assert from "node:assert/strict";
import { test } from "node:test";
import { collectGarbage } from "./collect-garbage.ts";
import { fuzz } from "./fuzz.ts";

test("W1 W3 50 000 mutated lines: every untouched one is delivered in its place, nothing throws, memory stays flat", () => {
  const { mutated, untouched, heapGrowthBytes } = fuzz(50_000, 20_261_115, collectGarbage);
  assert.equal(mutated, 50_000);
  assert.ok(untouched > 10_000);
  assert.ok(heapGrowthBytes < 8e6, `${heapGrowthBytes} bytes`);
});
