import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "unbash";
import { disagreement } from "../../src/permission/shell/guard/agreement.ts";
import { type Clause, clauses } from "../../src/permission/shell/guard/clauses.ts";
import { guard } from "../../src/permission/shell/guard/guard.ts";
import { readShell } from "../../src/permission/shell/read-shell.ts";
import { runLines, type ShellName } from "../fuzz/shell/run-shell.ts";
import { escapeIn } from "../fuzz/shell/shell-fuzz.ts";
import { clauseExamples } from "./clause-examples.ts";

const names = Object.keys(clauses) as Clause[];

test("P9 every clause of the guard refuses its example, and without it the example is read", () => {
  for (const clause of names) {
    const { line } = clauseExamples[clause];
    const guarded = guard(line);
    assert.equal("refused" in guarded && guarded.refused, clauses[clause], clause);
    assert.ok("marks" in guard(line, clause), clause);
  }
});

test("P9 a clause that is taken away is missed: the parser disagrees, or a real shell does what was not read", () => {
  const shown = names.filter((clause) => !clauseExamples[clause].bounds);
  const lines = shown.map((clause) => clauseExamples[clause].line);
  const shells: readonly ShellName[] = ["bash", "dash"];
  const runs = shells.map((shell) => runLines(shell, lines));
  for (const [at, clause] of shown.entries()) {
    const { line, elsewhere } = clauseExamples[clause];
    const guarded = guard(line, clause);
    assert.ok("marks" in guarded, clause);
    const disagrees = disagreement(guarded.marks, parse(line)) !== undefined;
    const escapes = runs.some((run) => escapeIn(run[at] ?? assert.fail(), readShell(line)) !== undefined);
    // What only other shells do is not shown here: it is said in the table.
    assert.equal(
      disagrees || escapes,
      elsewhere === undefined,
      `${clause}: disagrees ${disagrees}, escapes ${escapes}`,
    );
  }
});
