import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { BridleError, invalidOption } from "../../errors.ts";
import { Git } from "../git/git.ts";
import { readStatus } from "../git/read-status.ts";
import { findWorkTree, isWorkTree, type WorkTree } from "../git/work-tree.ts";
import type { WorktreeRow } from "../store/worktrees-table.ts";
import { copyIncluded, includedFiles } from "./included-files.ts";

/** Where a worktree is to be made, and from what. Nothing is made yet. */
interface PlannedWorktree {
  readonly row: WorktreeRow;
  readonly tree: WorkTree & { readonly head: string };
  /** The folder for the session: the same within the worktree as in the project. */
  readonly cwd: string;
}

/** A big repository on a slow disk. */
const checkoutMs = 600_000;
const nameForm = /^(?!.*\.\.)(?!.*\.(lock)?$)[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Throws `invalid_option` where it cannot be, `conflict` where the name is taken. */
export async function planWorktree(
  asked: { readonly id: string; readonly cwd: string; readonly name: string; readonly atEnd: WorktreeRow["atEnd"] },
  root: string,
  env: NodeJS.ProcessEnv,
): Promise<PlannedWorktree> {
  const { id, cwd, atEnd } = asked;
  const name = asked.name || randomBytes(4).toString("hex");
  if (!nameForm.test(name)) throw invalidOption("worktree", "a name of letters, digits, -, _ and .", name.slice(0, 64));
  const tree = await findWorkTree(cwd, env);
  if (!isWorkTree(tree)) throw cannot(`${tree.why}; run git init there and commit, or leave the worktree out`, cwd);
  const { git, head, top, prefix } = tree;
  if (head === undefined) throw cannot("the repository has no commit yet: make one, or leave the worktree out", cwd);
  const isThere =
    prefix === "" || (await git.run(["cat-file", "-e", `${head}:${prefix}`], { answers: [1, 128] })).exitCode === 0;
  if (!isThere) throw cannot("the folder is not in the last commit: commit it, or leave the worktree out", cwd);
  const repository = await git.text(["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  const hash = createHash("sha256").update(repository).digest("hex").slice(0, 8);
  const path = join(root, `${basename(top)}-${hash}`, name);
  const branch = `bridle/${name}`;
  if (await git.is(["show-ref", "--verify", "--quiet", `refs/heads/${branch}`])) throw taken(`the branch ${branch}`);
  if (existsSync(path)) throw taken(path);
  const row = {
    id,
    session: "",
    name,
    path,
    branch,
    source: cwd,
    repository,
    base: head,
    atEnd,
    createdMs: Date.now(),
  };
  return { row, tree: { ...tree, head }, cwd: join(path, prefix) };
}

/** Checks it out and copies what `.worktreeinclude` names. What there is to say of it, for a person. */
export async function addWorktree({ row, tree }: PlannedWorktree, env: NodeJS.ProcessEnv): Promise<string> {
  const { git, head, top } = tree;
  await mkdir(dirname(row.path), { recursive: true, mode: 0o700 });
  await git.run(["worktree", "add", "--quiet", "--no-checkout", "-b", row.branch, row.path, head]);
  // A setting may hold for its folder or its branch alone (`includeIf`): a filter, say, which is a program.
  const within = await Git.in(row.path, env);
  await within.run(["reset", "--hard", "--quiet", "--no-recurse-submodules"], { timeoutMs: checkoutMs });
  const copied = await copyIncluded(await includedFiles(git), top, row.path);
  const status = ["status", "--porcelain=v2", "-z", "--untracked-files=normal", "--ignore-submodules=dirty"];
  const left = readStatus((await git.run(status)).stdout.toString()).length;
  const modules = await git.run(["cat-file", "-e", `${head}:.gitmodules`], { answers: [1, 128] });
  return [
    `A git worktree of its own: branch ${row.branch}, from ${head.slice(0, 10)}, in ${row.path}.`,
    ...(left > 0 ? [`What is not committed in ${row.source} (${left}) is not in it.`] : []),
    ...(copied.length > 0
      ? [`Copied as .worktreeinclude says: ${copied.slice(0, 5).join(", ")}${copied.length > 5 ? " …" : ""}.`]
      : []),
    ...(modules.exitCode === 0 ? ["Its submodules are empty: git submodule update --init fills them."] : []),
  ].join(" ");
}

function cannot(why: string, cwd: string): BridleError<"invalid_option"> {
  const data = { option: "worktree", allowed: "a folder of a git repository with a commit", found: cwd };
  return new BridleError("invalid_option", `no worktree can be made of ${cwd}: ${why}`, data);
}

function taken(what: string): BridleError<"conflict"> {
  return new BridleError("conflict", `${what} is there already; choose another name for the worktree`, { what });
}
