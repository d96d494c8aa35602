import assert from "node:assert/strict";
import { test } from "node:test";
import { permissionBench } from "../../bench/permission/bench.ts";

test("P5 the bench of permissions gives every figure, and deciding under a thousand rules is quick", () => {
  const figures = permissionBench({ rounds: 400, kinds: ["all"] });
  assert.equal(figures.rules, 1000);
  for (const name of ["read", "write", "command", "compound", "mcp"])
    assert.ok(Number(figures[`${name}_median_us`]) < 1000, `${name} ${figures[`${name}_median_us`]}`);
  for (const name of ["decide_p99_us", "suggestions_median_us", "bad_worst_ms", "load_rules_ms", "load_megabyte_ms"])
    assert.ok(Number(figures[name]) > 0, name);
  assert.ok(Number(figures.bad_inputs) > 100 && String(figures.bad_worst_input).includes("rules: "));
});
