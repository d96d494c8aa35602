import assert from "node:assert/strict";
import { test } from "node:test";
import { permissionBench } from "../../bench/permission/bench.ts";

test("P5 the bench of permissions gives every figure of deciding under a thousand rules and of loading them", () => {
  const { bad_worst_input, ...figures } = permissionBench({ rounds: 400, kinds: ["all"] });
  const names = ["read", "write", "command", "compound", "mcp"].flatMap((name) => [
    `${name}_median_us`,
    `${name}_p99_us`,
  ]);
  const counts = ["rules", "rounds", "bad_inputs", "bad_over_5_ms"];
  const others = [
    "decide_p99_us",
    "suggestions_median_us",
    "suggestions_slow_ms",
    "bad_worst_ms",
    "bad_worst_round_ms",
  ];
  const loads = ["load_rules_ms", "load_comments_ms", "load_megabyte_ms"];
  assert.deepEqual(Object.keys(figures).sort(), [...names, ...counts, ...others, ...loads].sort());

  for (const [name, figure] of Object.entries(figures))
    assert.ok(Number.isFinite(figure) && (Number(figure) > 0 || name === "bad_over_5_ms"), `${name} ${figure}`);
  const p99s = names.filter((name) => name.endsWith("_p99_us")).map((name) => Number(figures[name]));
  assert.equal(figures.decide_p99_us, Math.max(...p99s));
  assert.equal(figures.rules, 1000);
  assert.ok(Number(figures.bad_inputs) > 100 && String(bad_worst_input).includes("rules: "));
});
