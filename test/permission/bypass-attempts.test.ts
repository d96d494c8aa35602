import assert from "node:assert/strict";
import { test } from "node:test";
import { allows } from "./allows.ts";
import { bypassAttempts } from "./bypass-attempts.ts";

test("P3 none of at least 150 named attempts gets past its rules", () => {
  assert.ok(bypassAttempts.length >= 150);
  const allowed = bypassAttempts.filter(({ command, rules }) => allows(command, rules));
  assert.deepEqual(
    allowed.map(({ name, command }) => `${name}: ${command}`),
    [],
  );
});

test("P3 every attempt has a name of its own", () => {
  assert.equal(new Set(bypassAttempts.map(({ name, rules }) => `${name} ${rules}`)).size, bypassAttempts.length);
});
