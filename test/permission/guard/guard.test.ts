/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "unbash";
import { decide } from "../../../src/exports/permission.ts";
import { disagreement } from "../../../src/permission/shell/guard/agreement.ts";
import { guard } from "../../../src/permission/shell/guard/guard.ts";
import { readShell } from "../../../src/permission/shell/read-shell.ts";
import { everydayCommands } from "../everyday-commands.ts";
import { bash, policyOf } from "../policy-of.ts";
import { acceptedLines, calculatingLines } from "./accepted-lines.ts";
import { evaluatingLines } from "./evaluating-lines.ts";
import { judgedLines, refusedLines } from "./refused-lines.ts";

/** Every program but the one that must not run. */
const wide = policyOf(
  "ls cat echo diff time case for while exec export git".split(" ").map((program) => `allow user Bash(${program}:*)`),
);

for (const [what, lines] of Object.entries(refusedLines)) {
  test(`P9 the guard refuses ${what}: ${lines.length} lines`, () => {
    for (const line of lines) {
      assert.notEqual(readShell(line).unreadable, undefined, JSON.stringify(line));
      assert.equal(decide(bash(line), wide).effect, "ask", JSON.stringify(line));
    }
  });
}

test("P9 what the guard can read is judged: processes that are written to, &!, <>", () => {
  for (const line of judgedLines) assert.equal(decide(bash(line), wide).effect, "ask", line);
  const { reads, writes } = readShell("ls <> x");
  assert.deepEqual(
    [...reads, ...writes].map(({ text }) => text),
    ["x", "x"],
  );
  const tool = policyOf(["allow user Bash(tool:*)", "allow user Bash(wc:*)"]);
  assert.equal(decide(bash("echo >(wc -l)"), tool).effect, "allow");
});

test("P9 the table of refused lines has at least 150 cases", () => {
  assert.ok(Object.values(refusedLines).flat().length >= 150);
});

test("P9 P10 what people write is read alike by the guard and the parser", () => {
  const everyday = everydayCommands.map(({ command }) => command).filter((command) => !command.includes("$odd"));
  for (const line of [...acceptedLines, ...everyday]) {
    const guarded = guard(line);
    assert.ok("marks" in guarded, `${JSON.stringify(line)}: ${"refused" in guarded ? guarded.refused : ""}`);
    assert.equal(disagreement(guarded.marks, parse(line)), undefined, JSON.stringify(line));
  }
});

test("P9 a line on which the two readers disagree is not judged", () => {
  assert.match(readShell("alias ls=evil").unreadable ?? "", /two readers disagree/);
});

test("P9 deny rules see the commands of a line that is refused", () => {
  const policy = policyOf(["deny user Bash(evil:*)"], { mode: "bypassPermissions" });
  for (const line of ["echo `evil`", "f() { evil; }; f", "echo ${x:-$(evil)}", "a[$(evil)]=1", "[[ ( -n $(evil) ) ]]"])
    assert.equal(decide(bash(line), policy).effect, "deny", line);
});

test(`P9 evaluation of anything but numbers is asked: ${evaluatingLines.length} lines`, () => {
  const builtins = policyOf(
    "ls cat echo test [ printf declare typeset local export readonly read mapfile readarray getopts unset wait let exec"
      .split(" ")
      .map((program) => `allow user Bash(${program}:*)`),
  );
  for (const line of evaluatingLines) {
    assert.notEqual(readShell(line).unreadable, undefined, line);
    assert.equal(decide(bash(line), builtins).effect, "ask", line);
  }
});

test("P9 P10 numbers that the line itself has set are calculated with, and text is not evaluated", () => {
  for (const line of calculatingLines) assert.equal(readShell(line).unreadable, undefined, line);
});
