import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../../src/exports/permission.ts";
import { freeLines } from "./free-lines.ts";
import { bash, policyOf } from "./policy-of.ts";

for (const { title, rules = [], free, asked } of freeLines) {
  test(`P9 P10 nobody is asked about ${title}; the nearest lines that do more are`, () => {
    const policy = policyOf(rules.map((rule) => `allow user Bash(${rule})`));
    const effect = (line: string): string => decide(bash(line), policy).effect;
    assert.deepEqual({ asked: free.filter((line) => effect(line) !== "allow") }, { asked: [] });
    assert.deepEqual({ free: asked.filter((line) => effect(line) === "allow") }, { free: [] });
  });
}

test("P2 P9 what needs no rule is still denied or asked where a rule says so", () => {
  for (const [restricted, ...lines] of [
    ["Bash(cat:*)", "find . -type f -exec cat {} +", "diff <(cat a) b", "awk 1 <(cat a)"],
    ["Bash(git log:*)", "git -C src log", "cd src && git log"],
    ["Bash(git merge-base:*)", "git diff $(git merge-base main HEAD)"],
    ["Bash(rm:*)", "awk 'BEGIN{system(\"rm x\")}'", "tar tf a.tar --to-command='rm x'"],
    ["Bash(bc:*)", "echo 1 | bc"],
    ["Read(./.env)", "awk 1 .env", "awk 1 .e*", "awk 'BEGIN{while((getline l<\".env\")>0)print l}'", "tar tf .env"],
    ["Read(./.env)", "echo .env | awk '{while((getline l<$0)>0)print l}'", "echo .env | tar cf x.tar -T -"],
    ["Read(./.env)", "diff <(cat .env) b", "find . -type f -exec cat {} +", "find . -type f -exec cat .env {} +"],
    ["Read(./.env)", "git -C . show HEAD:.env", "git stash show -p", "git stash show", "git diff-index -p HEAD"],
    ["Read(./.env)", "git diff-files -p", "git -C src diff", "git diff $(git merge-base main HEAD)"],
    [
      "Read(./secrets/**)",
      "zcat secrets/a.gz",
      "unzip -p secrets/a.zip x",
      "git -C secrets blame a",
      "shasum secrets/a",
    ],
  ] as const)
    for (const line of lines) {
      for (const mode of ["default", "bypassPermissions"] as const)
        assert.notEqual(decide(bash(line), policyOf([`deny user ${restricted}`], { mode })).effect, "allow", line);
      assert.notEqual(decide(bash(line), policyOf([`ask user ${restricted}`])).effect, "allow", line);
    }
  for (const line of [
    "find src -type f -name '*.ts' -exec cat {} +",
    "diff <(sort a) <(sort b)",
    "git stash show --stat",
  ])
    assert.equal(decide(bash(line), policyOf(["deny user Read(./.env)"])).effect, "allow", line);
});
