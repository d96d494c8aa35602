import assert from "node:assert/strict";
import { test } from "node:test";
import { isBridleError } from "../../errors.ts";
import { addRule, removeRule } from "./edit-settings.ts";

const file = "settings.local.json";

test("P2 a rule is added where it belongs, and the rest of the file stays as it is", () => {
  const cases: [before: string, after: string][] = [
    ["", '{\n  "permissions": {\n    "allow": [\n      "Bash(x *)"\n    ]\n  }\n}\n'],
    ["{}", '{\n  "permissions": {\n    "allow": [\n      "Bash(x *)"\n    ]\n  }\n}'],
    [
      '{\n\t"model" : "m"\n}\n',
      '{\n\t"model" : "m",\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"Bash(x *)"\n\t\t]\n\t}\n}\n',
    ],
    [
      '{\n  "permissions": {\n    "deny": ["A"]\n  },\n  "n": 1.50\n}',
      '{\n  "permissions": {\n    "deny": ["A"],\n    "allow": [\n      "Bash(x *)"\n    ]\n  },\n  "n": 1.50\n}',
    ],
    [
      '{\n  "permissions": {\n    "allow": [\n      "A"\n    ]\n  }\n}',
      '{\n  "permissions": {\n    "allow": [\n      "A",\n      "Bash(x *)"\n    ]\n  }\n}',
    ],
    ['{"permissions": {"allow": ["A", "B"]}}', '{"permissions": {"allow": ["A", "B", "Bash(x *)"]}}'],
    ['{"permissions": {"allow": []}}', '{"permissions": {"allow": [\n  "Bash(x *)"\n]}}'],
    ['{"permissions": {"allow": ["Bash(x *)"]}}', '{"permissions": {"allow": ["Bash(x *)"]}}'],
  ];
  for (const [before, after] of cases) {
    assert.equal(addRule(before, "allow", "Bash(x *)", file), after);
    const read = JSON.parse(after) as { permissions: { allow: string[] } };
    assert.ok(read.permissions.allow.includes("Bash(x *)"));
  }
});

test("P2 a rule is taken out with its comma, as often as it is there", () => {
  const cases: [string, string][] = [
    ['{"permissions":{"deny":["A","R","B"]}}', '{"permissions":{"deny":["A","B"]}}'],
    ['{"permissions":{"deny":["A", "R"]}}', '{"permissions":{"deny":["A"]}}'],
    ['{"permissions":{"deny":["R", "A", "R"]}}', '{"permissions":{"deny":["A"]}}'],
    ['{"permissions":{"deny":["R"]}}', '{"permissions":{"deny":[]}}'],
    ['{"permissions":{"allow":["R"]}}', '{"permissions":{"allow":["R"]}}'],
    ["", ""],
  ];
  for (const [before, after] of cases) assert.equal(removeRule(before, "deny", "R", file), after);
});

test("P2 a damaged file is never written over", () => {
  for (const text of ["{", "[]", '{"permissions": []}', '{"permissions": {"allow": {}}}', '{"a": 1,}', "// x\n{}"])
    assert.throws(
      () => addRule(text, "allow", "R", file),
      (error) => isBridleError(error, "invalid_option") && error.message.startsWith(`${file} is not changed`),
      text,
    );
});
