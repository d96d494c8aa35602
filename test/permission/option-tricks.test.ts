import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../../src/exports/permission.ts";
import { bash, plainFiles, policyOf } from "./policy-of.ts";

const valued = [
  ...["--format", "--min-parents", "--max-parents", "--decorate-refs", "--decorate-refs-exclude", "--grep", "-L", "-n"],
  ...["--since", "--author", "--encoding", "--date", "--skip", "--glob", "--exclude", "--diff-merges"],
];

test("P9 a word that looks like an option is never taken for the value of the one before it", () => {
  const policy = policyOf([]);
  for (const option of valued)
    for (const subcommand of ["rev-list", "log", "show", "diff-tree", "shortlog"])
      for (const word of ["--output=/home/u/.bashrc", "--output", "-o", "--ext-diff"]) {
        const line = `git ${subcommand} ${option} ${word} HEAD`;
        assert.equal(decide(bash(line), policy).effect, "ask", line);
      }
  for (const line of [
    "git blame --abbrev --output=x HEAD",
    "git branch --abbrev new",
    "grep -e --file=x a",
    "sort -k -ox a",
  ])
    assert.equal(decide(bash(line), policy).effect, "ask", line);
  for (const line of ["head -n -5 a", "git log -n 5 --format=%h", "git diff -U5", "git branch --abbrev=8"])
    assert.equal(decide(bash(line), policy).effect, "allow", line);
});

test("P9 programs that read their words in another way than getopt are read in theirs", () => {
  const cases: [line: string, effect: string][] = [
    ...["-ac", "-bc", "-pc", "-ul", "-is", "-eg"].map((option): [string, string] => [`xxd ${option} in out`, "ask"]),
    ["xxd -c 16 in", "allow"],
    ["xxd -l16 in", "allow"],
    ["tree -Lo 2 out", "ask"],
    ["tree -Po x out", "ask"],
    ["tree -aL 2", "allow"],
    ["git stash -- list", "ask"],
    ["git stash -p list", "ask"],
    ["git stash list", "allow"],
    ["git remote -v", "allow"],
    ["jq -n --arg --arg x env .", "ask"],
    ["jq -n --arg --arg x '$ENV' .", "ask"],
    ["jq -n '$ ENV'", "ask"],
    ["jq -n '$ #x\nENV'", "ask"],
    ["jq --arg a b '.x == $a' f.json", "allow"],
  ];
  for (const [line, effect] of cases) assert.equal(decide(bash(line), policyOf([])).effect, effect, line);
});

test("P10 no pattern of file names and no value of an option takes long", { timeout: 20_000 }, () => {
  const files = { ...plainFiles, list: () => ["a".repeat(250), `${"ab".repeat(120)}`] };
  const rules = ["go build:*", "pytest:*", "mvn:*", "pnpm:*", "npm:*", "sqlite3:*", "sbt:*"].map(
    (rule) => `allow user Bash(${rule})`,
  );
  const policy = policyOf(rules, { files });
  const lines = [
    `ls ${"*?".repeat(60)}z`,
    `cat ${"*a".repeat(80)}z`,
    `go build -ldflags '-X a=${"-s".repeat(400)}!'`,
    `pytest --cov-report=term${":a".repeat(30_000)}'!'`,
    `mvn -D${"fail".repeat(15_000)}'('`,
    `pnpm a${":a".repeat(40)}'!'`,
    `npm i a${"@git".repeat(15_000)}`,
    `npm i --a=${"1".repeat(60_000)}'!'`,
    `sqlite3 a.db '${"select (".repeat(1_200)}'`,
    `sbt '${"a / ".repeat(15_000)}!'`,
    `jq '$${"#".repeat(60_000)}' a`,
    `jq '${"$ ".repeat(30_000)}' a`,
  ];
  for (const line of lines) {
    const before = process.cpuUsage();
    decide(bash(line), policy);
    const { user, system } = process.cpuUsage(before);
    // Each took from a second to minutes.
    assert.ok(user + system < 500_000, `${line.slice(0, 40)} took ${user + system} µs`);
  }
});
