import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, why } from "../../src/exports/permission.ts";
import { askOf, bash, policyOf } from "./policy-of.ts";

test("P2 what dontAsk refuses because a rule asks names that rule", () => {
  const policy = policyOf(["ask user Bash(git push *)"], { mode: "dontAsk" });
  const pushed = decide(bash("git push origin"), policy);
  assert.deepEqual(
    { effect: pushed.effect, because: pushed.because, strength: pushed.strength },
    { effect: "deny", because: { rule: "Bash(git push *)", scope: "user" }, strength: "askedByRule" },
  );
  assert.match(why(pushed), /^Denied: rule Bash\(git push \*\).*which asks, and the mode is dontAsk/);
  const made = decide(bash("make"), policy);
  assert.deepEqual([made.effect, made.because, made.strength], ["deny", { mode: "dontAsk" }, "undecided"]);
});

test("P2 a rule that asks about one part of a line is named before other reasons to ask", () => {
  const { effect, because } = decide(bash("rm -rf / ; git push origin"), policyOf(["ask user Bash(git push *)"]));
  assert.deepEqual([effect, because], ["ask", { rule: "Bash(git push *)", scope: "user" }]);
});

test("P1 an agent of no named kind is judged as general-purpose", () => {
  const policy = policyOf(["deny user Agent(general-purpose)"]);
  for (const tool of ["Agent", "Task"])
    for (const input of [{}, { subagent_type: "" }, { subagent_type: "general-purpose" }, { command: "x" }])
      assert.equal(decide(askOf(tool, { prompt: "go", ...input }), policy).effect, "deny", JSON.stringify(input));
  assert.equal(decide(askOf("Agent", { subagent_type: "explorer" }), policy).effect, "allow");
});

test("P3 rules for the memory tools are no slip of the pen", () => {
  assert.deepEqual(policyOf(["allow user MemoryWrite", "deny user MemorySearch"]).warnings, []);
});
