import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gitBranch } from "./git-branch.ts";

test("G5 the branch is found from a folder below, in a worktree too, and a commit is named where there is none", (t) => {
  const root = mkdtempSync(join(tmpdir(), "bridle-branch-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const below = join(root, "src", "deep");
  mkdirSync(below, { recursive: true });
  assert.equal(gitBranch(below), undefined);
  const git = join(root, ".git");
  mkdirSync(join(git, "worktrees", "w"), { recursive: true });
  writeFileSync(join(git, "HEAD"), "ref: refs/heads/feature/lamp\n");
  assert.equal(gitBranch(below), "feature/lamp");
  writeFileSync(join(git, "HEAD"), `${"0123456789abcdef".repeat(2)}01234567\n`);
  assert.equal(gitBranch(root), "0123456789ab");
  const worktree = join(root, "worktree");
  mkdirSync(worktree);
  writeFileSync(join(worktree, ".git"), `gitdir: ${join(git, "worktrees", "w")}\n`);
  writeFileSync(join(git, "worktrees", "w", "HEAD"), "ref: refs/heads/w\n");
  assert.equal(gitBranch(worktree), "w");
});
