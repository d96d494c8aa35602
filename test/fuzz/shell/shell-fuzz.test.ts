import assert from "node:assert/strict";
import { test } from "node:test";
import { fuzzShell } from "./shell-fuzz.ts";

test("P9 of 3 000 generated lines, those that are allowed do in real shells only what was judged", (t) => {
  const escapes: string[] = [];
  const result = fuzzShell({
    lines: 3_000,
    seed: 20_261_116,
    onEscape: ({ line, shell, did }) => escapes.push(`${shell}: ${JSON.stringify(line)} ${did}`),
  });
  t.diagnostic(JSON.stringify(result));
  assert.deepEqual(escapes, []);
  assert.ok(result.executed.bash > 150 && result.started.bash > 100 && result.executed.dash > 10);
  assert.ok(result.narrowly > 50, `${result.narrowly} allowed by narrow rules`);
});
