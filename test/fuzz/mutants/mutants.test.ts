import assert from "node:assert/strict";
import { test } from "node:test";
import { codeMutants } from "./code-mutants.ts";
import { applyMutant } from "./mutant.ts";
import { patternMutants } from "./pattern-mutants.ts";

test("every member of a set, alternative, look around, anchor and quantifier of a regular expression is changed", () => {
  const source = String.raw`^[ab-d\p{L}]+(?:x|yy|\))(?=z)$`;
  assert.deepEqual(
    patternMutants(source)
      .map((mutant) => applyMutant(source, mutant))
      .sort(),
    [
      String.raw`[ab-d\p{L}]+(?:x|yy|\))(?=z)$`,
      String.raw`^[b-d\p{L}]+(?:x|yy|\))(?=z)$`,
      String.raw`^[a\p{L}]+(?:x|yy|\))(?=z)$`,
      String.raw`^[ab-d]+(?:x|yy|\))(?=z)$`,
      String.raw`^[ab-d\p{L}]*(?:x|yy|\))(?=z)$`,
      String.raw`^[ab-d\p{L}]+(?:yy|\))(?=z)$`,
      String.raw`^[ab-d\p{L}]+(?:x|\))(?=z)$`,
      String.raw`^[ab-d\p{L}]+(?:x|yy)(?=z)$`,
      String.raw`^[ab-d\p{L}]+(?:x|yy|\))$`,
      String.raw`^[ab-d\p{L}]+(?:x|yy|\))(?=z)`,
    ].sort(),
  );
});

test("statements, labels, conditions, operators, words of a list and regular expressions of code are changed, texts are not", () => {
  const code = `
function f(x) {
  if (x === "a && b" && !g(x)) return 1; // not this: a && b
  h(x);
  switch (x) {
    case "y":
      return /[ab]/.test(x) ? "k l" : "m n".split(" ");
  }
}
`;
  const changed = codeMutants(code).map((mutant) =>
    applyMutant(code, mutant)
      .split("\n")
      .map((line) => line.trim()),
  );
  const has = (line: string): boolean => changed.some((lines) => lines.includes(line));
  for (const line of [
    "if (true) return 1; // not this: a && b",
    "if (false) return 1; // not this: a && b",
    'if (x === "a && b" || !g(x)) return 1; // not this: a && b',
    'if (x !== "a && b" && !g(x)) return 1; // not this: a && b',
    'if (x === "a && b" && g(x)) return 1; // not this: a && b',
    'return /[b]/.test(x) ? "k l" : "m n".split(" ");',
    'return /[a]/.test(x) ? "k l" : "m n".split(" ");',
    'return /[ab]/.test(x) ? "k l" : "never-a-word n".split(" ");',
  ])
    assert.ok(has(line), line);
  assert.ok(changed.some((lines) => !lines.includes("h(x);")));
  assert.ok(changed.some((lines) => !lines.includes('case "y":')));
});
