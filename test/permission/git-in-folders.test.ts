import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { nodeFiles } from "../../src/agent/permission/node-files.ts";
import { decide, type Effect } from "../../src/exports/permission.ts";
import { policyOf } from "./policy-of.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-git-folders-")));
after(() => rmSync(root, { recursive: true }));
const evil = join(root, "evil");
const ran = join(root, "ran");
writeFileSync(evil, `#!/bin/sh\necho >> ${ran}\n`);
chmodSync(evil, 0o755);

/** Without the configuration of whoever runs the tests. */
const env = { PATH: process.env.PATH ?? "", HOME: root, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

function git(cwd: string, ...args: readonly string[]): void {
  const done = spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd, env });
  assert.equal(done.status, 0, `git ${args.join(" ")}: ${done.stderr}`);
}

let made = 0;

function project(): string {
  made += 1;
  const cwd = join(root, `project${made}`);
  mkdirSync(join(cwd, "src/deep"), { recursive: true });
  writeFileSync(join(cwd, "src/deep/a.ts"), "a\n");
  writeFileSync(join(cwd, ".env"), "secret\n");
  git(cwd, "init", "-q", "-b", "main");
  git(cwd, "add", ".");
  git(cwd, "commit", "-q", "-m", "one");
  return cwd;
}

function judge(command: string, cwd: string, rules: readonly string[] = [], at = cwd): Effect {
  const policy = policyOf(rules, { cwd, home: root, files: nodeFiles });
  return decide({ toolName: "Bash", input: { command }, cwd: at, directories: [cwd] }, policy).effect;
}

function inFile(cwd: string, path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

const config = `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = ${evil}\n`;

/** A folder that git takes for a repository, whatever its name. */
function repositoryIn(cwd: string, folder: string, more = ""): void {
  mkdirSync(join(cwd, folder, "objects"), { recursive: true });
  mkdirSync(join(cwd, folder, "refs"), { recursive: true });
  inFile(cwd, `${folder}/HEAD`, "ref: refs/heads/main\n");
  inFile(cwd, `${folder}/config`, config + more);
}

test("P9 P10 git that only shows something needs no rule in a folder of its repository, by cd or by -C", () => {
  const cwd = project();
  for (const line of [
    "cd src && git status",
    "cd src/deep && git log --oneline -5",
    `cd ${cwd} && git status`,
    `cd ${cwd}/src && git diff --stat && git log -3`,
    "(cd src && git status --short)",
    "git -C . status",
    "git -C src status",
    "git -C src --no-pager log -1",
    "git --no-pager -C src/deep diff",
    `git -C ${cwd} log --oneline -5`,
    "git -C src/deep blame a.ts",
    "git -C src log | head -3",
    "cd src && git -C deep status",
  ])
    assert.equal(judge(line, cwd), "allow", line);
  assert.equal(judge(`cd ${cwd} && git status`, cwd, [], join(cwd, "src")), "allow", "back from a folder");
  assert.equal(judge("git -C .. status", cwd, [], join(cwd, "src")), "allow", "above, in the working folder");
});

test("P9 git is asked where -C or cd lead out of the working folders, or nobody knows where", () => {
  const cwd = project();
  symlinkSync("..", join(cwd, "up"));
  symlinkSync("src/deep", join(cwd, "down"));
  for (const line of [
    "git -C .. status",
    "git -C / log",
    "git -C ~ status",
    'git -C "$X" status',
    "git -C src -C .. -C .. status",
    "git -Csrc status",
    "git -C '' status",
    "cd .. && git status",
    "cd src; git status",
    "cd src || git status",
    "cd up && git status",
    "git -C up status",
    "git -C down/.. status",
    "cd down/.. && git status",
    "git -C missing status",
    "git -C src diff --no-index a ../../x",
    "git -C src show ../x",
    "git -C src -c core.pager=x log",
    "git -C src --git-dir=x status",
    "git -C src commit -m x",
    "git -C src stash",
    // From the top of the repository, not from the folder.
    "cd src && git show HEAD:.env",
  ])
    assert.equal(judge(line, cwd), "ask", line);
});

test("P9 git in a folder is asked where that folder has, or is, a repository of its own: real git runs what it says", () => {
  const nested: [what: string, lay: (cwd: string) => void, ...lines: string[]][] = [
    [
      "laid out as a repository",
      (cwd) => repositoryIn(cwd, "lib", "\tbare = false\n\tworktree = .\n"),
      "git -C lib status",
    ],
    [
      "with a .git",
      (cwd) => {
        mkdirSync(join(cwd, "lib"));
        git(join(cwd, "lib"), "init", "-q");
        inFile(cwd, "lib/.git/config", config);
      },
      "git -C lib status",
      "cd lib && git status",
    ],
    [
      "with a .git that is a file",
      (cwd) => {
        repositoryIn(cwd, "other", "\tworktree = ../lib\n");
        inFile(cwd, "lib/.git", "gitdir: ../other\n");
      },
      "git -C lib status",
      "cd lib && git status",
    ],
    [
      "through a link, below such a folder",
      (cwd) => {
        repositoryIn(cwd, "bare", "\tbare = false\n\tworktree = .\n");
        mkdirSync(join(cwd, "bare/inner"));
        symlinkSync("bare/inner", join(cwd, "lib"));
      },
      "cd lib && git status",
      "git -C lib status",
    ],
  ];
  for (const [what, lay, ...lines] of nested) {
    for (const line of lines) {
      const cwd = project();
      lay(cwd);
      assert.equal(judge(line, cwd), "ask", `${what}: ${line}`);
      assert.equal(judge("git -C src status", cwd), "allow", `${what}: beside it`);
      rmSync(ran, { force: true });
      spawnSync("/bin/sh", ["-c", line], { cwd, env });
      assert.ok(existsSync(ran), `${what}: real git runs it, or this case shows nothing: ${line}`);
    }
  }
});

test("P9 git in a folder is asked where the configuration above it runs something, and where the line may lay one out", () => {
  const cwd = project();
  for (const line of ["mv bare src/new && git -C src/new status", "cp -rT bare src && git -C src status"])
    assert.equal(judge(line, cwd, ["allow user Bash(mv:*)", "allow user Bash(cp:*)"]), "ask", line);
  assert.equal(judge("tar xf a.tar && cd src && git log", cwd, ["allow user Bash(tar:*)"]), "ask");
  assert.equal(judge("echo x > src/HEAD && cd src && git log", cwd, ["allow user Edit(src/**)"]), "ask");
  assert.equal(judge("cd src && git log", cwd), "allow");
  inFile(cwd, ".git/config", config);
  for (const line of ["cd src && git log", "git -C src status", "git -C . status"])
    assert.equal(judge(line, cwd), "ask", line);
});

test("P2 P9 what may not be read is not shown by git from another folder", () => {
  const cwd = project();
  for (const line of [
    "cd src && git show HEAD:.env",
    "git -C src show HEAD:.env",
    "git -C src blame ../.env",
    "cd src && git log -p",
    "git -C src diff",
  ]) {
    assert.notEqual(judge(line, cwd, ["deny user Read(./.env)"]), "allow", line);
    assert.notEqual(judge(line, cwd, ["deny user Read(./.env)", "allow user Bash(cd:*)"]), "allow", line);
  }
  assert.equal(judge("git -C src status", cwd, ["deny user Read(./.env)"]), "allow");
});
