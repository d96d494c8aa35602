import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { nodeFiles } from "../../src/agent/permission/node-files.ts";
import { decide } from "../../src/exports/permission.ts";
import { readGitConfig } from "../../src/permission/programs/git-config.ts";
import { policyOf } from "./policy-of.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "bridle-git-elsewhere-")));
after(() => rmSync(root, { recursive: true }));

/** Without the configuration of whoever runs the tests. */
const env = { PATH: process.env.PATH ?? "", HOME: root, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };

function git(cwd: string, ...args: readonly string[]): { readonly status: number | null; readonly out: string } {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
  const { status, stdout } = spawnSync("git", [...who, ...args], { cwd, env, encoding: "utf8" });
  return { status, out: stdout };
}

function judge(command: string, cwd: string): string {
  const policy = policyOf([], { cwd, files: nodeFiles });
  return decide({ toolName: "Bash", input: { command }, cwd, directories: [cwd] }, policy).effect;
}

function repository(name: string): string {
  const cwd = join(root, name);
  mkdirSync(cwd);
  git(cwd, "init", "-q", "-b", "main");
  return cwd;
}

const secret = repository("secret");
writeFileSync(join(secret, "key"), "the key\n");
git(secret, "add", ".");
git(secret, "commit", "-q", "-m", "one");
const its = join(secret, ".git");

test("P4 P9 git needs a rule where what came with a folder makes it show another repository", () => {
  const ways: { readonly [way: string]: (cwd: string) => void } = {
    file: (cwd) => {
      rmSync(join(cwd, ".git"), { recursive: true });
      writeFileSync(join(cwd, ".git"), `gitdir: ${its}\n`);
    },
    link: (cwd) => {
      rmSync(join(cwd, ".git"), { recursive: true });
      symlinkSync(its, join(cwd, ".git"));
    },
    "link of a file": (cwd) => {
      renameSync(join(cwd, ".git"), join(cwd, "old"));
      symlinkSync(its, join(cwd, "x"));
      writeFileSync(join(cwd, ".git"), "gitdir: x\n");
    },
    common: (cwd) => writeFileSync(join(cwd, ".git/commondir"), `${its}\n`),
    folders: (cwd) => {
      for (const name of ["objects", "refs"]) {
        rmSync(join(cwd, ".git", name), { recursive: true });
        symlinkSync(join(its, name), join(cwd, ".git", name));
      }
    },
    "objects and a branch": (cwd) => {
      writeFileSync(join(cwd, ".git/objects/info/alternates"), `${its}/objects\n`);
      symlinkSync(join(its, "refs/heads/main"), join(cwd, ".git/refs/heads/main"));
    },
  };
  for (const [way, lay] of Object.entries(ways)) {
    const cwd = repository(way.replaceAll(" ", "-"));
    lay(cwd);
    assert.match(git(cwd, "log", "-p").out, /the key/, `${way}: git shows it`);
    for (const line of ["git log -p", "git show", "git status"])
      assert.equal(judge(line, cwd), "ask", `${way}: ${line}`);
  }
});

test("P9 P10 git needs none in a repository of its own, a worktree, a submodule and a folder below", () => {
  const cwd = repository("own");
  assert.equal(judge("git log -p", cwd), "allow");
  writeFileSync(join(cwd, "a"), "a\n");
  git(cwd, "add", ".");
  git(cwd, "commit", "-q", "-m", "one");
  mkdirSync(join(cwd, "below"));
  assert.equal(judge("git log -p", join(cwd, "below")), "allow", "below");
  git(cwd, "worktree", "add", "-q", join(root, "tree"), "-b", "tree");
  assert.equal(judge("git log -p", join(root, "tree")), "allow", "worktree");
  git(cwd, "-c", "protocol.file.allow=always", "submodule", "add", "-q", secret, "sub");
  assert.equal(judge("git log -p", join(cwd, "sub")), "allow", "submodule");
  git(cwd, "pack-refs", "--all");
  git(cwd, "gc", "-q");
  assert.equal(judge("git log -p", cwd), "allow", "packed");
  rmSync(join(cwd, ".git/HEAD"));
  symlinkSync("refs/heads/main", join(cwd, ".git/HEAD"));
  assert.equal(judge("git log -p", cwd), "allow", "HEAD as old versions of git write it");
});

test("P9 git runs the program that merges once more, which is why that is asked", () => {
  const cwd = repository("merged");
  const commit = (text: string): void => {
    writeFileSync(join(cwd, "a"), text);
    git(cwd, "commit", "-q", "-a", "-m", text);
  };
  writeFileSync(join(cwd, ".gitattributes"), "a merge=odd\n");
  writeFileSync(join(cwd, "a"), "0");
  git(cwd, "add", ".");
  git(cwd, "commit", "-q", "-m", "zero");
  git(cwd, "checkout", "-q", "-b", "other");
  commit("1");
  git(cwd, "checkout", "-q", "main");
  commit("2");
  git(cwd, "merge", "-q", "other", "-m", "both");
  writeFileSync(join(cwd, "a"), "3");
  git(cwd, "add", "a");
  git(cwd, "commit", "-q", "-m", "both");
  appendFileSync(join(cwd, ".git/config"), '[merge "odd"]\n\tdriver = touch ran; false\n');
  assert.equal(judge("git show", cwd), "allow", "a driver alone is not run");
  git(cwd, "show");
  assert.ok(!existsSync(join(cwd, "ran")));
  const line = "git log -p -1 --diff-merges=remerge";
  assert.equal(judge(line, cwd), "ask");
  // Older ones refuse the option.
  if (git(cwd, ...line.split(" ").slice(1)).status === 0) assert.ok(existsSync(join(cwd, "ran")));
  appendFileSync(join(cwd, ".git/config"), "[log]\n\tdiffMerges = remerge\n");
  assert.equal(judge("git show -m", cwd), "ask");
});

test("P9 a value in quotes is what git reads, and a setting that runs a filter is not plain", () => {
  const isPlain = (text: string): boolean => readGitConfig(text, () => true).isPlain;
  for (const text of [
    '[format]\n\tpretty = format:%h %"G"?\n',
    '[format]\n\tpretty = "format:%h %"G?\n',
    "[format]\n\tpretty = format:%\\\\G?\n",
    '[log]\n\tdiffMerges = "remerge"\n',
    '[extensions]\n\tobjectFormat = "sha1"\n',
    '[lfs "extension.x"]\n\tclean = ./evil\n',
    '[lfs "extension.x"]\n\tsmudge = ./evil\n',
  ])
    assert.equal(isPlain(text), false, text);
  for (const text of [
    '[format]\n\tpretty = "format:%h %s"\n',
    "[format]\n\tpretty = oneline\n",
    "[log]\n\tdiffMerges = first-parent\n",
    "[extensions]\n\tobjectFormat = sha256\n",
    '[lfs]\n\trepositoryformatversion = 0\n[lfs "https://x.example/info/lfs"]\n\taccess = basic\n',
  ])
    assert.equal(isPlain(text), true, text);
  const twice = "[extensions]\n\tobjectFormat = sha256\n\tobjectFormat = sha1\n";
  assert.equal(readGitConfig(twice, () => true).hashLength, 20, "the last one counts");
});
