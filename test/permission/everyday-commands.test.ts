import assert from "node:assert/strict";
import { test } from "node:test";
import { allows } from "./allows.ts";
import { everydayCommands } from "./everyday-commands.ts";

test("P3 at least 100 everyday commands are judged as a person expects", () => {
  assert.ok(everydayCommands.length >= 100);
  const wrong = everydayCommands.filter(
    ({ command, rules, writable, expected }) => (allows(command, rules, writable) ? "allow" : "ask") !== expected,
  );
  assert.deepEqual(
    wrong.map(({ command, expected }) => `${expected}: ${command}`),
    [],
  );
});
