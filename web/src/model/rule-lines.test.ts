import assert from "node:assert/strict";
import { test } from "node:test";
import { changeLines, changesOf, type RuleLine } from "./rule-lines.ts";

const own: readonly RuleLine[] = [{ id: 1, effect: "deny", text: "Bash(rm:*)", state: "own" }];

test("P7 U3 a rule in force is struck out and put back, never edited; one that was added is edited, and goes", () => {
  const struck = changeLines(own, { type: "toggle", id: 1 });
  assert.deepEqual(changesOf(struck).removed, [{ ...own[0], state: "removed" }]);
  assert.deepEqual(changeLines(struck, { type: "toggle", id: 1 }), own);
  assert.deepEqual(changeLines(own, { type: "edit", id: 1, text: "Bash" }), own);
  const more = changeLines(own, { type: "add" });
  assert.deepEqual(changesOf(more).added, [], "nothing is written in it yet");
  const written = changeLines(more, { type: "edit", id: 2, effect: "ask", text: "Read(x)" });
  assert.deepEqual(changesOf(written).added, [{ id: 2, effect: "ask", text: "Read(x)", state: "added" }]);
  assert.deepEqual(changeLines(written, { type: "toggle", id: 2 }), own);
});
