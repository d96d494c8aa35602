import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Clause, clauses } from "../../../src/permission/shell/guard/clauses.ts";
import { readShell } from "../../../src/permission/shell/read-shell.ts";
import { runLines } from "../../fuzz/shell/run-shell.ts";
import { escapeIn } from "../../fuzz/shell/shell-fuzz.ts";
import { clauseExamples, type Witness } from "./clause-examples.ts";

const names = Object.keys(clauses) as Clause[];
const otherShells: { [shell: string]: { ran: { [line: string]: string[][] } } } = JSON.parse(
  readFileSync(join(import.meta.dirname, "other-shells.json"), "utf8"),
);

test("P9 every clause is needed: with its example a real shell does what was not judged", (t) => {
  const lines = names.map((clause) => clauseExamples[clause].line).filter((line) => !line.includes("\0"));
  const live = { bash: runLines("bash", lines), dash: runLines("dash", lines) };
  const ranBy = (witness: Witness, line: string): string[][] => {
    if (witness === "typed") return typed(line);
    const recorded = otherShells[witness]?.ran[line];
    if (recorded !== undefined) return recorded;
    assert.ok(witness === "bash" || witness === "dash", `record what ${witness} does with ${line}`);
    return (live[witness][lines.indexOf(line)]?.ran ?? assert.fail()) as string[][];
  };
  let shown = 0;
  for (const clause of names) {
    const { line, shows, unlikeBash } = clauseExamples[clause];
    if (shows === "bounds") continue;
    const ran = ranBy(shows, line);
    if (unlikeBash) assert.notDeepEqual(ran, ranBy("bash", line), clause);
    else
      assert.ok(escapeIn({ ran, wrote: [], opened: undefined }, readShell(line)), `${clause}: ${JSON.stringify(ran)}`);
    shown += 1;
  }
  t.diagnostic(`${shown} of ${names.length} clauses shown by shells, the others bound the time`);
});

/** What bash runs of a line that is typed behind another one. */
function typed(line: string): string[][] {
  const input = `set -o history\nset -H\nevil() { echo "$FUNCNAME"; }\nevil\n${line}\n`;
  const { stdout } = spawnSync("/bin/bash", ["--norc", "--noprofile"], { input, encoding: "utf8", env: {} });
  const ran = stdout.split("\n").filter((text) => text === "evil");
  return ran.slice(1).map((name) => [name]);
}
