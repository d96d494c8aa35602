import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { DaemonRules } from "../../src/daemon/rules/daemon-rules.ts";
import { why } from "../../src/exports/permission.ts";
import { everydayFiles, LaidProject } from "./laid-project.ts";

const rules = ["deny user Read(./.env)", "deny user Read(**/*.pem)"];

function repository(ignored: string): LaidProject {
  const project = new LaidProject(everydayFiles);
  writeFileSync(join(project.folder, ".gitignore"), ignored);
  project.git("init", "-q", "-b", "main");
  project.git("add", "-A");
  project.git("commit", "-qm", "x");
  return project;
}

const plain = repository(".env*\nsecrets\n");
const tracking = repository("secrets\n");
after(() => {
  plain[Symbol.dispose]();
  tracking[Symbol.dispose]();
});

/** They show the working folder against the index. */
const ofFolder = [
  ...[
    "git diff",
    "git diff src",
    "git diff -U5 -- src",
    "git --no-pager diff",
    "git diff --word-diff",
    "git diff | head",
  ],
  ...["git status && git diff", "git grep x", "git grep -n x src", "git grep -i x -- docs", "git diff -w docs"],
];

/** They show, or may show, commits, other repositories or files that are not tracked. */
const ofMore = [
  ...[
    "git diff --cached",
    "git diff HEAD",
    "git diff main",
    "git diff HEAD~1..HEAD",
    "git show",
    "git show HEAD",
    "git log -p",
  ],
  ...[
    "git diff --no-index . x",
    "git grep --untracked x",
    "git grep --no-index x",
    "git grep x HEAD",
    "git grep x main",
  ],
  ...[
    "GIT_DIR=x git diff",
    "GIT_INDEX_FILE=x git diff",
    "export GIT_DIR=x; git diff",
    "git -C src diff",
    "git -c a.b=c diff",
  ],
  ...["git --git-dir=x diff", "git diff --submodule=diff", "git diff --ext-diff", "git diff $x", "git stash show -p"],
  ...[
    "git add -N -f .env; git diff",
    "git add -Nf . && git diff",
    "npm test; git diff",
    "cd src && git diff",
    "cd src; git diff",
  ],
];

test("P2 P9 git diff and git grep show tracked files: where a forbidden file is none of them, nobody is asked", () => {
  const policy = plain.policy(rules);
  for (const line of ofFolder) {
    const decision = plain.decide(line, policy);
    assert.equal(decision.effect, "allow", `${line}: ${why(decision)}`);
  }
  for (const line of ofMore) assert.equal(plain.decide(line, policy).strength, "perhapsDenied", line);
});

test("P2 P9 where the index holds a forbidden file, or cannot be read, git diff is asked about", () => {
  for (const line of ofFolder)
    assert.equal(tracking.decide(line, tracking.policy(rules)).strength, "perhapsDenied", line);
  const index = join(plain.folder, ".git/index");
  const whole = readFileSync(index);
  writeFileSync(index, whole.subarray(0, 100));
  assert.equal(plain.decide("git diff", plain.policy(rules)).strength, "perhapsDenied");
  writeFileSync(index, whole);
  assert.equal(plain.decide("git diff", plain.policy(rules)).effect, "allow");
});

test("P9 D4 the daemon has no opinion on git diff where what it forbids is not tracked", () => {
  const source = { permissions: { deny: ["Read(./.env)"] }, file: "x", home: "/home/nobody" };
  const judge = ({ folder }: LaidProject, command: string): string | undefined =>
    new DaemonRules(source, folder).decide("Bash", { command }, folder)?.effect;
  assert.equal(judge(plain, "git diff"), undefined);
  assert.equal(judge(plain, "git show HEAD"), "ask");
  assert.equal(judge(tracking, "git diff"), "ask");
});
