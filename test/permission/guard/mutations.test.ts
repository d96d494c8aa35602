import assert from "node:assert/strict";
import { test } from "node:test";
import { checks } from "../../fuzz/mutants/checks.ts";
import { checkMutants } from "../../fuzz/mutants/mutation-check.ts";

test("P9 removing any one clause of the guard is found, and so is every other change of a refusal", (t) => {
  const { mutants, missed } = checkMutants({ ...checks.guard, only: /\b(?:require|refuse|unexpected|expect\w*)\(/ });
  t.diagnostic(`${mutants - missed.length} of ${mutants} changes are found`);
  assert.deepEqual(missed, []);
  assert.ok(mutants > 100, `only ${mutants} changes were made`);
});
