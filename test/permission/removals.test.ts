import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, type Effect, type PermissionMode, why } from "../../src/exports/permission.ts";
import { bash, policyOf } from "./policy-of.ts";
import { criticalLines, ordinaryLines } from "./removal-cases.ts";

function wrong(lines: readonly string[], effect: Effect, mode: PermissionMode, rules: readonly string[]): string[] {
  const policy = policyOf(rules, { mode });
  return lines.flatMap((line) => {
    const decision = decide(bash(line), policy);
    return decision.effect === effect ? [] : [`${line}: ${why(decision)}`];
  });
}

const rules = ["allow user Bash", "allow session granted Bash(rm *)"];

test("P3 P9 what would remove everything is asked in bypassPermissions, however the line says what is removed, and by whatever", () => {
  assert.deepEqual(wrong(criticalLines, "ask", "bypassPermissions", rules), []);
});

test("P3 P9 what would remove everything is denied where nobody is asked", () => {
  assert.deepEqual(wrong(criticalLines, "deny", "dontAsk", rules), []);
});

test("P3 P9 everyday removals, moves and changes are left to rules and modes", () => {
  assert.deepEqual(wrong(ordinaryLines, "allow", "bypassPermissions", rules), []);
});
