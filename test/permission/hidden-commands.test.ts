import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, effects, why } from "../../src/exports/permission.ts";
import { hiddenClasses } from "./hidden-cases.ts";
import { bash, policyOf } from "./policy-of.ts";

for (const { title, rules, mode = "default", lines } of hiddenClasses)
  test(`P2 P3 P9 ${title}`, () => {
    const policy = policyOf(rules, { mode });
    const wrong = effects.flatMap((effect) =>
      (lines[effect] ?? []).flatMap((line) => {
        const decision = decide(bash(line), policy);
        return decision.effect === effect ? [] : [`${line}: ${why(decision)}`];
      }),
    );
    assert.deepEqual(wrong, []);
  });
