import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Git } from "../git/git.ts";
import { readStatus } from "../git/read-status.ts";
import { findWorkTree, isWorkTree } from "../git/work-tree.ts";
import type { WorktreeRow } from "../store/worktrees-table.ts";
import { changedIncluded, includedFiles } from "./included-files.ts";

interface WorkLooked {
  /** What would be lost, each for a person. */
  readonly keeps: readonly string[];
  /** It holds submodules, none of them filled. Git removes such a one only when it is made to. */
  readonly hasSubmodules: boolean;
}

/**
 * Looks for work in a worktree that nobody else has: changes, new files, commits, stashes, half-done merges. What git
 * ignores is no work, except for files that were copied into it and are not what they were.
 *
 * `unused`: no session ever ran in it, so that files which are missing were never written.
 */
export async function keptWork(row: WorktreeRow, env: NodeJS.ProcessEnv, unused = false): Promise<WorkLooked> {
  if (!existsSync(row.path)) return { keeps: await branchWork(row, env), hasSubmodules: false };
  const git = await Git.in(row.path, env);
  const cdup = await git.text(["rev-parse", "--show-cdup"], { answers: [128] });
  const common = await git.text(["rev-parse", "--path-format=absolute", "--git-common-dir"], { answers: [128] });
  if (cdup !== "" || common !== row.repository)
    return { keeps: ["it is no longer a worktree of its repository"], hasSubmodules: false };
  const submodules = await submodulesOf(git);
  const found = await Promise.all([
    fileWork(git, unused),
    halfDone(git),
    commitWork(git, row, "HEAD"),
    stashWork(git, row),
    copiedWork(git, row, env),
  ]);
  const filled = submodules.filter((path) => isFilled(join(row.path, path)));
  const inSubmodules = filled.length === 0 ? [] : [`${counted(filled.length, "submodule")} with files of their own`];
  return { keeps: [...found.flat(), ...inSubmodules], hasSubmodules: submodules.length > 0 };
}

async function fileWork(git: Git, unused: boolean): Promise<string[]> {
  const args = ["status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignore-submodules=dirty", "--no-renames"];
  const { stdout, isCut } = await git.run(args);
  const entries = readStatus(stdout.toString());
  if (isCut) return ["very many changed files"];
  const fresh = entries.filter(({ untracked }) => untracked);
  const changed = entries.filter(
    ({ untracked, path }) => !untracked && !(unused && !existsSync(join(git.folder, path))),
  );
  return [
    ...(changed.length > 0 ? [`${counted(changed.length, "file")} with changes that are not committed`] : []),
    ...(fresh.length > 0 ? [`${counted(fresh.length, "new file")} that git does not know`] : []),
  ];
}

const unfinished = ["MERGE_HEAD", "rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG"];

async function halfDone(git: Git): Promise<string[]> {
  const folder = await git.text(["rev-parse", "--absolute-git-dir"]);
  return unfinished.some((name) => existsSync(join(folder, name)))
    ? ["a merge, rebase or bisect that is not finished"]
    : [];
}

/** Commits that no other branch, tag or remote has. */
async function commitWork(git: Git, { branch }: WorktreeRow, from: string): Promise<string[]> {
  const isBranch = await git.is(["show-ref", "--verify", "--quiet", `refs/heads/${branch}`]);
  const tips = [from, ...(isBranch ? [`refs/heads/${branch}`] : [])].filter((tip) => tip !== "");
  if (tips.length === 0) return [];
  const others = ["--not", `--exclude=${branch}`, "--branches", "--remotes", "--tags"];
  const count = Number(await git.text(["rev-list", "--count", "--max-count=1000", ...tips, ...others]));
  return count === 0 ? [] : [`${counted(count, "commit")} that no other branch has`];
}

async function branchWork(row: WorktreeRow, env: NodeJS.ProcessEnv): Promise<string[]> {
  if (!existsSync(row.repository)) return [];
  return commitWork(await Git.in(row.repository, env, [`--git-dir=${row.repository}`]), row, "");
}

async function stashWork(git: Git, { branch }: WorktreeRow): Promise<string[]> {
  if (!(await git.is(["rev-parse", "--quiet", "--verify", "refs/stash"]))) return [];
  const current = await git.text(["symbolic-ref", "--quiet", "--short", "HEAD"], { answers: [1] });
  const names = [...new Set([branch, current])].filter((name) => name !== "");
  const entries = (await git.text(["log", "--walk-reflogs", "-z", "--format=%gs", "refs/stash", "--"])).split("\0");
  const own = entries.filter((entry) =>
    names.some((name) => entry.toLowerCase().includes(`on ${name.toLowerCase()}:`)),
  );
  return own.length === 0 ? [] : [`${counted(own.length, "stash", "stashes")} of its branch`];
}

/** Also where the project is gone, or names a file no longer: what was copied may be the last there is of it. */
async function copiedWork(git: Git, { source, path }: WorktreeRow, env: NodeJS.ProcessEnv): Promise<string[]> {
  const found = await findWorkTree(source, env);
  const project = isWorkTree(found) ? found.git : undefined;
  const named = [...(project === undefined ? [] : await includedFiles(project)), ...(await includedFiles(git))];
  const changed = await changedIncluded([...new Set(named)], project?.folder, path);
  return changed.map((file) => `${file}, which is not what it is in the project`);
}

async function submodulesOf(git: Git): Promise<string[]> {
  const entries = (await git.text(["ls-files", "--stage", "-z"], { maxBytes: 64 * 1024 * 1024 })).split("\0");
  return entries.filter((entry) => entry.startsWith("160000 ")).map((entry) => entry.slice(entry.indexOf("\t") + 1));
}

function isFilled(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(folder).length > 0;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
