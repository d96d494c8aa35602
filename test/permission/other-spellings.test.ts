import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, effects, why } from "../../src/exports/permission.ts";
import { bash, plainFiles, policyOf } from "./policy-of.ts";
import { runTextClasses } from "./run-text-cases.ts";
import { scriptClasses } from "./script-cases.ts";
import { orderClasses } from "./spelling-cases.ts";

for (const { title, rules, lines } of [...orderClasses, ...scriptClasses, ...runTextClasses])
  test(`P2 P3 P9 ${title}`, () => {
    const policy = policyOf(rules);
    const wrong = effects.flatMap((effect) =>
      (lines[effect] ?? []).flatMap((line) => {
        const decision = decide(bash(line), policy);
        return decision.effect === effect ? [] : [`${line}: ${why(decision)}`];
      }),
    );
    assert.deepEqual(wrong, []);
  });

test("P2 P9 a rule against a script sees links that lead to it, and one against a link what that leads to", () => {
  const links = new Map([
    ["/w/d.sh", "deploy.sh"],
    ["/w/bin", "tools"],
  ]);
  const files = {
    ...plainFiles,
    realpath: (path: string) => (links.has(path) || path.startsWith("/w/bin") ? undefined : path),
    readlink: (path: string) => links.get(path),
  };
  const effectOf = (rule: string, line: string): string =>
    decide(bash(line), policyOf(["allow user Bash", rule], { files })).effect;
  assert.equal(effectOf("deny user Bash(./deploy.sh:*)", "./d.sh"), "deny");
  assert.equal(effectOf("deny user Bash(./deploy.sh:*)", "bash d.sh x"), "deny");
  assert.equal(effectOf("deny user Bash(./d.sh:*)", "./deploy.sh"), "deny");
  assert.equal(effectOf("deny user Bash(./tools/x:*)", "bin/x"), "deny");
  assert.equal(effectOf("deny user Bash(./tools/x:*)", "bin/y"), "allow");
});

test("P2 P9 a rule against a script is about the folder it was written for", () => {
  const policy = policyOf(["allow user Bash", "deny user Bash(./deploy.sh:*)"]);
  const effectIn = (cwd: string, line: string): string => decide({ ...bash(line), cwd }, policy).effect;
  assert.equal(effectIn("/w/src", "../deploy.sh"), "deny");
  assert.equal(effectIn("/w/src", "bash ../deploy.sh"), "deny");
  assert.equal(effectIn("/w/src", "bash deploy.sh"), "allow");
});
