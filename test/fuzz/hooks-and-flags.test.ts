import assert from "node:assert/strict";
import { test } from "node:test";
import { runFlags } from "./flag-runs.ts";
import { fuzzFlags, fuzzUnknownFlags } from "./fuzz-flags.ts";
import { fuzzHooks } from "./fuzz-hooks.ts";
import { runHooks } from "./hook-runs.ts";

const seed = 20_261_116;

test("G2 1 500 random settings with hooks: one no is a no, and whoever cannot be run or understood lets nothing through", async () => {
  const seen = await fuzzHooks(1_500, seed);
  for (const [expected, times] of Object.entries(seen)) assert.ok(times > 20, `${expected} came ${times} times`);
});

test("G2 real settings files and programs, at random, do the same with the whole agent", () => runHooks(8, seed));

test("G2 400 random command lines restrict as much as each of their flags alone, or are refused", () => {
  const { refused, taken } = fuzzFlags(400, seed);
  assert.ok(refused > 20 && taken > 200, `${refused} refused, ${taken} taken`);
});

test("G2 1 000 flags nobody knows: refused where the name could restrict, else said", () => {
  const { refused, taken } = fuzzUnknownFlags(1_000, seed);
  assert.ok(refused > 300 && taken > 300);
});

test("G2 whole agents with random restricting flags make no call that one of them stops", () => runFlags(8, seed));
