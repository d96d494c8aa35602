import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, readDenial, why } from "../../src/exports/permission.ts";
import { bash, policyOf } from "./policy-of.ts";

const searches = [
  "grep -r KEY .",
  "grep KEY -r",
  "grep --include=.env -rh . .",
  "grep -d recurse KEY",
  "rg --hidden KEY",
].concat(
  [
    "diff . other",
    "git grep KEY",
    "git diff 4b825dc HEAD",
    "git diff",
    "git show",
    "git show --stat 4b825dc",
    "git log -p",
  ],
  [
    "git log --pat",
    "git status -v",
    "git stash list -p",
    "git diff --stat -p",
    "git --no-pager diff",
    "grep --recursive KEY",
  ],
);

test("P4 while a rule restricts reading, commands that show files they do not name are asked", () => {
  for (const rule of ["deny user Read(./.env)", "ask user Read(./.env)"])
    for (const line of searches) assert.equal(decide(bash(line), policyOf([rule])).effect, "ask", `${rule}: ${line}`);
  for (const line of searches) {
    const free = decide(bash(line), policyOf(["deny user Edit(./.env)"]));
    assert.equal(free.effect, "allow", `${line}: ${why(free)}`);
  }
});

test("P4 a rule that restricts reading leaves alone what shows no content, or only of files it names", () => {
  const policy = policyOf(["deny user Read(./.env)"]);
  const lines = [
    "grep KEY a",
    "git status",
    "git log --oneline -5",
    "git diff --stat",
    "ls -R",
    "git log --format=%H -n 3",
  ];
  for (const line of [...lines, "git branch", "cat a"])
    assert.equal(decide(bash(line), policy).effect, "allow", `${line}: ${why(decide(bash(line), policy))}`);
});

test("P4 what may not be read is not shown by git either", () => {
  const policy = policyOf(["deny user Read(./.env)", "allow user Bash(git *)"]);
  const denied = ["git blame .env", "git show HEAD:.env", "git cat-file -p HEAD:./.env", "git grep KEY .env"];
  for (const line of [
    ...denied,
    "git diff -- .env",
    "git log -p .env",
    "git --no-pager show :.env",
    "git grep -e KEY .env",
  ])
    assert.equal(decide(bash(line), policy).effect, "deny", line);
  for (const line of ["git grep .env", "git diff", "git show HEAD:a", "git log -- .env"])
    assert.equal(decide(bash(line), policy).effect, "allow", line);
});

test("P4 a search leaves out what is forbidden, and what would be asked unless a person granted it", () => {
  const hides = (rules: readonly string[], path = "/w/.env"): boolean =>
    readDenial(path, { cwd: "/w" }, policyOf(rules)) !== undefined;
  for (const tool of ["Read", "Grep", "Glob"])
    for (const effect of ["deny", "ask"]) assert.ok(hides([`${effect} user ${tool}(./.env)`]), `${effect} ${tool}`);
  assert.ok(!hides(["ask user Read(./.env)", "allow session granted Read(./.env)"]));
  assert.ok(hides(["ask user Read(./.env)", "allow user Read(./.env)"]));
  assert.ok(hides(["deny user Read(./.env)", "allow session granted Read(./.env)"]));
  assert.ok(!hides(["deny user Read(./.env)", "ask user Edit(**)"], "/w/a"));
});
