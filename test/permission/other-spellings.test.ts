import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, effects, why } from "../../src/exports/permission.ts";
import { bash, policyOf } from "./policy-of.ts";
import { orderClasses } from "./spelling-cases.ts";

for (const { title, rules, lines } of orderClasses)
  test(`P2 P3 P9 ${title}`, () => {
    const policy = policyOf(rules);
    const wrong = effects.flatMap((effect) =>
      (lines[effect] ?? []).flatMap((line) => {
        const decision = decide(bash(line), policy);
        return decision.effect === effect ? [] : [`${line}: ${why(decision)}`];
      }),
    );
    assert.deepEqual(wrong, []);
  });
