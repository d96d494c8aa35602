import { existsSync } from "node:fs";
import { Git } from "../git/git.ts";
import type { WorktreeRow } from "../store/worktrees-table.ts";

/** How often git is told to remove it all the same. 0: it looks again itself, and refuses what has work in it. */
export type Force = 0 | 1 | 2;

const removeMs = 300_000;

/** Removes a worktree that was looked at just before, and its branch. Each step may have been done already. */
export async function removeWorktree(row: WorktreeRow, force: Force, env: NodeJS.ProcessEnv): Promise<void> {
  // With the repository its worktrees are no longer any.
  if (!existsSync(row.repository)) return;
  const inRepository = [`--git-dir=${row.repository}`];
  const git = await Git.in(row.repository, env, inRepository);
  const forced = Array<string>(force).fill("--force");
  // Also where its folder is gone: to prune would forget worktrees of others, whose disk is only not there now.
  const listed = (await git.text(["worktree", "list", "--porcelain", "-z"])).split("\0");
  const isThere = existsSync(row.path);
  // Git looks at its files once more, with settings that may hold for its folder or its branch alone.
  const remover = isThere ? (await Git.in(row.path, env)).at(row.repository, inRepository) : git;
  if (isThere || listed.includes(`worktree ${row.path}`))
    await remover.run(["worktree", "remove", ...forced, row.path], { timeoutMs: removeMs });
  await removeBranch(git, row.branch);
}

/** Only as it is now: a commit that comes meanwhile keeps it. */
async function removeBranch(git: Git, branch: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const tip = await git.text(["rev-parse", "--quiet", "--verify", ref], { answers: [1] });
  if (tip === "") return;
  const isUsed = (await git.text(["worktree", "list", "--porcelain", "-z"])).split("\0").includes(`branch ${ref}`);
  if (!isUsed) await git.run(["update-ref", "-d", ref, tip]);
}
