import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, effects, why } from "../../src/exports/permission.ts";
import { bash, policyOf } from "./policy-of.ts";
import { verdictClasses } from "./verdict-cases.ts";

for (const { title, rules, mode = "default", cwd = "/w", lines } of verdictClasses)
  test(`P2 P3 P9 ${title}`, () => {
    const policy = policyOf(rules, { mode });
    const wrong = effects.flatMap((effect) =>
      (lines[effect] ?? []).flatMap((line) => {
        const decision = decide({ ...bash(line), cwd }, policy);
        return decision.effect === effect ? [] : [`${line}: ${why(decision)}`];
      }),
    );
    assert.deepEqual(wrong, []);
  });

test("P9 at least 130 lines show that no verdict is lost", () => {
  const count = verdictClasses.reduce((sum, { lines }) => sum + Object.values(lines).flat().length, 0);
  assert.ok(count >= 130, `${count} lines`);
});
