import assert from "node:assert/strict";
import { test } from "node:test";
import { permissionBench } from "../../bench/permission.ts";

test("P5 the bench of permissions gives every figure, and deciding under a thousand rules is quick", () => {
  const figures = permissionBench({ rounds: 400 });
  assert.equal(figures.rules, 1000);
  for (const name of ["read", "write", "command", "compound", "mcp"])
    assert.ok(Number(figures[`${name}_median_us`]) < 1000, `${name} ${figures[`${name}_median_us`]}`);
  assert.ok(Number(figures.decide_p99_us) > 0 && Number(figures.suggestions_median_us) > 0);
});
