import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "unbash";
import { disagreement } from "../../../src/permission/shell/guard/agreement.ts";
import { guard } from "../../../src/permission/shell/guard/guard.ts";
import { acceptedLines, calculatingLines } from "./accepted-lines.ts";
import { characterSlots, probes } from "./character-slots.ts";
import { clauseExamples } from "./clause-examples.ts";
import { refusedLines } from "./refused-lines.ts";

test("P9 P10 what people write is read, and as the parser reads it", () => {
  for (const line of [...acceptedLines, ...calculatingLines]) {
    const guarded = guard(line);
    assert.ok("marks" in guarded, `${JSON.stringify(line)}: ${"refused" in guarded ? guarded.refused : ""}`);
    assert.equal(disagreement(guarded.marks, parse(line)), undefined, JSON.stringify(line));
  }
});

test("P9 what hides something is refused by the guard itself, whatever the parser makes of it", () => {
  for (const line of [...Object.values(refusedLines).flat(), ...Object.values(clauseExamples).map(({ line }) => line)])
    assert.ok("refused" in guard(line), JSON.stringify(line));
});

for (const { slot, accepts, refuses } of Object.values(characterSlots).flat())
  test(`P9 the guard knows which characters may stand in ${JSON.stringify(slot)}`, () => {
    for (const char of probes) {
      const line = slot.replaceAll("§", () => char);
      const expected = accepts === undefined ? !refuses?.includes(char) : accepts.includes(char);
      assert.equal("marks" in guard(line), expected, JSON.stringify(line));
    }
  });
