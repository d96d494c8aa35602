import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "unbash";
import { disagreement } from "../../../src/permission/shell/guard/agreement.ts";
import { type Clause, clauses } from "../../../src/permission/shell/guard/clauses.ts";
import { guard } from "../../../src/permission/shell/guard/guard.ts";
import { describeMark, Marks } from "../../../src/permission/shell/guard/mark.ts";
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

test("P9 a refusal tells what is refused", () => {
  for (const clause of Object.keys(clauses) as Clause[]) {
    const guarded = guard(clauseExamples[clause].line);
    assert.equal("refused" in guarded && guarded.refused, clauses[clause], clause);
  }
  assert.deepEqual(guard("echo `evil`"), { refused: clauses.backtick, isOversized: false });
  assert.deepEqual(guard("ls )"), { refused: 'it has an unexpected ")"', isOversized: false });
  assert.deepEqual(guard("coproc ls"), { refused: 'it has an unexpected "c"', isOversized: false });
  assert.deepEqual(guard("ls 'a"), { refused: "it ends too early", isOversized: false });
  for (const clause of ["depth", "parts", "length"] as const)
    assert.deepEqual(guard(clauseExamples[clause].line), { refused: clauses[clause], isOversized: true });
});

test("P9 a piece that only one of the two readers has found is a disagreement, whichever it is", () => {
  const guarded = guard("ls a");
  assert.ok("marks" in guarded);
  for (const [at, mark] of guarded.marks.entries())
    assert.equal(disagreement(guarded.marks.toSpliced(at, 1), parse("ls a")), describeMark(mark));
  assert.equal(
    disagreement([...guarded.marks, { kind: "Word", start: 9, end: 10, detail: "b" }], parse("ls a")),
    "Word 9-10 b",
  );
  for (const twice of guarded.marks)
    assert.equal(disagreement([...guarded.marks, twice], parse("ls a")), describeMark(twice));
  for (const other of ["ls b", "ls a b", "ls 'a'", "ls >a", "ls $a", "ls a&", "ls;a"])
    assert.notEqual(disagreement(guarded.marks, parse(other)), undefined, other);
});

test("P9 a mark of the guard stands for one piece that the parser finds", () => {
  const marks = new Marks([
    { kind: "Word", start: 3, end: 4, detail: "a" },
    { kind: "Word", start: 3, end: 5, detail: "a" },
  ]);
  assert.equal(marks.take("Word", 3, 4, "a"), true);
  assert.equal(marks.take("Word", 3, 4, "a"), false);
  assert.deepEqual(marks.left?.end, 5);
});

for (const { slot, accepts, refuses } of Object.values(characterSlots).flat())
  test(`P9 the guard knows which characters may stand in ${JSON.stringify(slot)}`, () => {
    for (const char of probes) {
      const line = slot.replaceAll("§", () => char);
      const expected = accepts === undefined ? !refuses?.includes(char) : accepts.includes(char);
      assert.equal("marks" in guard(line), expected, JSON.stringify(line));
    }
  });
