import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { nodeFiles } from "../../src/agent/permission/node-files.ts";
import { decide, type Effect } from "../../src/exports/permission.ts";
import { readGitConfig } from "../../src/permission/programs/git-config.ts";
import { policyOf } from "./policy-of.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-git-")));
after(() => rmSync(root, { recursive: true }));
const evil = join(root, "evil");
const ran = join(root, "ran");
writeFileSync(evil, `#!/bin/sh\necho >> ${ran}\ncat 2>/dev/null\nexit 0\n`);
chmodSync(evil, 0o755);

/** Without the configuration of whoever runs the tests. */
const env = { PATH: process.env.PATH ?? "", HOME: root, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

function git(cwd: string, args: readonly string[], input = ""): string {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "core.hooksPath=/dev/null"];
  const done = spawnSync("git", [...who, ...args], { cwd, env, input, encoding: "utf8" });
  assert.equal(done.status, 0, `git ${args.join(" ")}: ${done.stderr}`);
  return done.stdout.trim();
}

let made = 0;

/** A repository with a signed commit, a changed file and a file of a kind of its own. */
function repository(): string {
  made += 1;
  const cwd = join(root, `project${made}`);
  mkdirSync(cwd);
  git(cwd, ["init", "-q", "-b", "main"]);
  writeFileSync(join(cwd, ".gitattributes"), "*.odd diff=odd filter=odd\n");
  for (const file of ["a.txt", "b.odd"]) writeFileSync(join(cwd, file), "a\n");
  git(cwd, ["add", "."]);
  git(cwd, ["commit", "-q", "-m", "one"]);
  const [head, message] = git(cwd, ["cat-file", "commit", "HEAD"]).split("\n\n");
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----";
  git(cwd, [
    "update-ref",
    "HEAD",
    git(cwd, ["hash-object", "-t", "commit", "-w", "--stdin"], `${head}\n${signature}\n\n${message}\n`),
  ]);
  for (const file of ["a.txt", "b.odd"]) writeFileSync(join(cwd, file), "changed\n");
  // With another time and the same content: git notes it in the index, and runs the hook for that.
  utimesSync(join(cwd, ".gitattributes"), 1, 1);
  return cwd;
}

function judge(command: string, cwd: string, rules: readonly string[] = []): Effect {
  const policy = policyOf(rules, { cwd, home: root, files: nodeFiles });
  return decide({ toolName: "Bash", input: { command }, cwd, directories: [cwd] }, policy).effect;
}

const inConfig = (text: string) => (cwd: string) => appendFileSync(join(cwd, ".git/config"), text);
const inFile = (path: string, text: string) => (cwd: string) => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
  chmodSync(join(cwd, path), 0o755);
};

/** A repository in the repository, which the index holds and no file tells. */
const withSubmodule = (config: string) => (cwd: string) => {
  const inner = repository();
  renameSync(inner, join(cwd, "sub"));
  git(cwd, ["add", "sub"]);
  appendFileSync(join(cwd, "sub/.git/config"), config);
};

/** What an archive can bring with its `.git`, and a line that makes real git run it. */
const hostile: [what: string, line: string, ...parts: ((cwd: string) => void)[]][] = [
  ["a file system monitor", "git status", inConfig(`[core]\n\tfsmonitor = ${evil}\n`)],
  ["one on a line with its section", "git status", inConfig(`[Core] FsMonitor=${evil}\n`)],
  ["one behind another section", "git status", inConfig(`[user] [core] fsmonitor = ${evil}\n`)],
  [
    "one in an included file",
    "git status",
    inConfig("[include]\n\tpath = more\n"),
    inFile(".git/more", `[core]\n\tfsmonitor = ${evil}\n`),
  ],
  [
    "one under a condition",
    "git status",
    inConfig('[includeIf "onbranch:main"]\n\tpath = more\n'),
    inFile(".git/more", `[core]\n\tfsmonitor = ${evil}\n`),
  ],
  [
    "one for this worktree",
    "git status",
    inConfig("[extensions]\n\tworktreeConfig = true\n"),
    inFile(".git/config.worktree", `[core]\n\tfsmonitor = ${evil}\n`),
  ],
  ["one on two lines", "git status", inConfig(`[core]\n\tfsmonitor = \\\n${evil}\n`)],
  ["a program that compares", "git diff", inConfig(`[diff]\n\texternal = ${evil}\n`)],
  ["one for a kind of files", "git diff", inConfig(`[diff "odd"]\n\tcommand = ${evil}\n`)],
  ["one in the old writing", "git diff", inConfig(`[diff.odd]\n\tcommand = ${evil}\n`)],
  ["a program that converts", "git show", inConfig(`[diff "odd"]\n\ttextconv = ${evil}\n`)],
  ["a filter", "git diff", inConfig(`[filter "odd"]\n\tclean = ${evil}\n`)],
  [
    "a filter that looks like another",
    "git diff",
    inConfig(`[filter "odd"]\n\tclean = "git-lfs clean -- %f; ${evil}"\n`),
  ],
  ["signatures that are shown", "git log", inConfig(`[gpg]\n\tprogram = ${evil}\n[log]\n\tshowSignature = true\n`)],
  ["signatures in a format", "git log", inConfig(`[gpg]\n\tprogram = ${evil}\n[format]\n\tpretty = %G?\n`)],
  ["a format by name", "git log --pretty=x", inConfig(`[gpg]\n\tprogram = ${evil}\n[pretty]\n\tx = %G?\n`)],
  ["a submodule with a monitor", "git status", withSubmodule(`[core]\n\tfsmonitor = ${evil}\n`)],
  [
    "a submodule that compares with another program",
    "git diff --submodule=diff",
    withSubmodule(`[diff]\n\texternal = ${evil}\n`),
  ],
  ["a hook", "git status", inFile(".git/hooks/post-index-change", `#!/bin/sh\n${evil}\n`)],
  [
    "hooks in the project",
    "git status",
    inConfig("[core]\n\thooksPath = .husky\n"),
    inFile(".husky/post-index-change", `#!/bin/sh\n${evil}\n`),
  ],
];

test("P9 git is asked where its repository configures a program that it runs while it only shows something", () => {
  for (const [what, line, ...parts] of hostile) {
    const cwd = repository();
    assert.equal(judge(line, cwd), "allow", `${what}: not there yet`);
    for (const part of parts) part(cwd);
    assert.equal(judge(line, cwd), "ask", what);
    assert.equal(judge(line, cwd, ["allow user Bash(git:*)"]), "allow", `${what}: a rule trusts it`);
    rmSync(ran, { force: true });
    spawnSync("/bin/sh", ["-c", line], { cwd, env: { ...env, GIT_CONFIG_GLOBAL: "" } });
    assert.ok(existsSync(ran), `${what}: real git runs it, or this case shows nothing`);
  }
});

test("P9 git is asked where a repository fetches what is missing, or has its files elsewhere", () => {
  for (const text of [
    '[remote "origin"]\n\tpromisor = true\n',
    "[remote.origin]\n\tpromisor = true\n",
    "[extensions]\n\tpartialClone = origin\n",
    "[core]\n\tworktree = ../..\n",
    "[core]\n\tworktree = /\n",
    "[submodule]\n\trecurse = true\n",
    "[frob]\n\tnicate = 1\n",
    "[core]\n\tfrob = 1\n",
    "no configuration",
    "[core\n",
  ]) {
    const cwd = repository();
    inConfig(text)(cwd);
    assert.equal(judge("git status", cwd), "ask", text);
  }
});

test("P9 git needs no rule in repositories as git, git-lfs, husky and worktrees make them", () => {
  const plain = [
    '[remote "origin"]\n\turl = git@example.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n\tvscode-merge-base = origin/main\n',
    '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tsmudge = git-lfs smudge -- %f\n\tprocess = git-lfs filter-process\n\trequired = true\n[lfs]\n\trepositoryformatversion = 0\n',
    "[core]\n\thooksPath = .husky/_\n[user]\n\tname = a\n\temail = a@b.c\n[commit]\n\tgpgsign = true\n[gpg]\n\tformat = ssh\n",
    '[submodule "sub"]\n\tactive = true\n\turl = ../sub\n[alias]\n\tst = status\n[pull]\n\trebase = true\n# a comment\n; another\n',
    "[core]\n\tfsmonitor = true\n\tuntrackedCache = true\n[diff]\n\talgorithm = histogram\n[blame]\n\tignoreRevsFile = .git-blame-ignore-revs\n",
  ];
  for (const text of plain) {
    const cwd = repository();
    inConfig(text)(cwd);
    for (const line of ["git status", "git diff", "git log -3", "git show"])
      assert.equal(judge(line, cwd), "allow", text);
  }
  const cwd = repository();
  git(cwd, ["worktree", "add", "-q", join(root, "tree"), "-b", "tree"]);
  assert.equal(judge("git status", join(root, "tree")), "allow", "a worktree");
  git(cwd, ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", repository(), "sub"]);
  assert.equal(judge("git status", join(cwd, "sub")), "allow", "a submodule");
  assert.equal(judge("git status", cwd), "allow", "a repository with a submodule");
  inConfig(`[core]\n\tfsmonitor = ${evil}\n`)(cwd);
  assert.equal(judge("git status", join(root, "tree")), "ask", "a worktree of such a repository");
  mkdirSync(join(cwd, "inner/.git"), { recursive: true });
  assert.equal(judge("git status", join(cwd, "inner")), "ask", "a .git that git passes by");
});

test("P10 a configuration of 64 kB is read in no time", () => {
  const before = process.cpuUsage();
  for (const line of ["[core", "[ ", "a = \\", '[a "\\', " = ", "\t"])
    readGitConfig(line.repeat(65_536 / line.length), () => true);
  readGitConfig(`[a "${"\\a".repeat(30_000)}`, () => true);
  readGitConfig(`a = ${" ".repeat(65_000)}x`, () => true);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 500_000, `${user} µs`);
});
