import { relative, resolve, sep } from "node:path";
import { ChangesScope, ChangesSource, FileChangeKind } from "../../api/gen/bridle/v1/workspace_service_pb.js";
import { findWorkTree, isWorkTree, type WorkTree } from "../git/work-tree.ts";
import type { Log } from "../log/log.ts";
import type { SessionRow } from "../store/sessions-table.ts";
import type { ToolEdit } from "./edits-of-use.ts";
import { type Change, comparedWith, gitChanges, maxFiles } from "./git-changes.ts";
import { type FileDiff, gitFileDiff } from "./git-file-diff.ts";
import { headAt } from "./session-base.ts";
import { ToolEdits, toolFileDiff } from "./tool-edits.ts";

interface ChangesParts {
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  /** The commit that a session's own worktree began with; undefined: it has none. */
  readonly baseOf: (sessionId: string) => string | undefined;
}

type ChangedSession = Pick<SessionRow, "id" | "cwd" | "createdMs">;

const maxCommits = 50;

/** What is different in the folder of a session. */
export class Changes {
  readonly #parts: ChangesParts;
  readonly #toolEdits: ToolEdits;

  constructor(parts: ChangesParts) {
    this.#parts = parts;
    this.#toolEdits = new ToolEdits(parts.log);
  }

  async of(session: ChangedSession, asked: ChangesScope) {
    const tree = await findWorkTree(session.cwd, this.#parts.env);
    if (!isWorkTree(tree)) return this.#ofTools(session, tree.why);
    const { base, scope, from } = await this.#compared(tree, session, asked);
    const [{ files, total }, history] = await Promise.all([gitChanges(tree, from), historySince(tree, base)]);
    const { branch, head = "", top } = tree;
    const facts = { source: ChangesSource.GIT, note: "", root: top, scope, branch, head, base: base ?? "" };
    return { ...facts, ...history, ...sumsOf(files), files, totalFiles: total };
  }

  async fileDiff(
    session: ChangedSession,
    file: { readonly path: string; readonly oldPath: string; readonly scope: ChangesScope },
  ): Promise<FileDiff> {
    const tree = await findWorkTree(session.cwd, this.#parts.env);
    if (!isWorkTree(tree)) {
      const { edits, isCut } = await this.#toolEdits.of(session.id);
      const absolute = edits.map((edit) => ({ ...edit, path: resolve(session.cwd, edit.path) }));
      return toolFileDiff({ edits: absolute, isCut }, resolve(session.cwd, file.path));
    }
    return gitFileDiff(tree, (await this.#compared(tree, session, file.scope)).from, file);
  }

  async #compared(tree: WorkTree, session: ChangedSession, asked: ChangesScope) {
    const base = this.#parts.baseOf(session.id) ?? (await headAt(tree, session.createdMs));
    const isSession = asked !== ChangesScope.UNCOMMITTED && base !== undefined;
    const from = await comparedWith(tree, isSession ? base : undefined);
    return { base, from, scope: isSession ? ChangesScope.SESSION : ChangesScope.UNCOMMITTED };
  }

  async #ofTools({ id, cwd }: ChangedSession, why: string) {
    const { edits, isCut } = await this.#toolEdits.of(id);
    const all = fromTools(edits, cwd);
    const note = isCut ? `${why}; only the newest of the session's many changes are shown` : why;
    const files = all.slice(0, maxFiles);
    const facts = { source: ChangesSource.TOOLS, note, root: cwd, scope: ChangesScope.SESSION };
    const none = { branch: "", head: "", base: "", commits: [], moreCommits: false, historyMoved: false };
    return { ...facts, ...none, ...sumsOf(files), files, totalFiles: all.length };
  }
}

function sumsOf(files: readonly Change[]): { readonly insertions: bigint; readonly deletions: bigint } {
  const sum = (of: (file: Change) => number): bigint => BigInt(files.reduce((total, file) => total + of(file), 0));
  return { insertions: sum(({ insertions }) => insertions), deletions: sum(({ deletions }) => deletions) };
}

/** Commits that were made since the session began. */
async function historySince({ git, head }: WorkTree, base: string | undefined) {
  const none = { commits: [], moreCommits: false, historyMoved: false };
  if (base === undefined || head === undefined || base === head) return none;
  const isCommit = (await git.text(["cat-file", "-t", base])) === "commit";
  const range = isCommit ? `${base}..${head}` : head;
  const format = ["-z", "--format=%H%x00%ct%x00%s", `--max-count=${maxCommits + 1}`];
  const parts = (await git.text(["log", "--no-show-signature", ...format, range, "--"])).split("\0");
  const commits = [];
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [id = "", seconds = "", subject = ""] = parts.slice(at, at + 3);
    commits.push({ id, subject: subject.slice(0, 300), timeMs: BigInt(seconds) * 1000n });
  }
  const historyMoved = isCommit && !(await git.is(["merge-base", "--is-ancestor", base, head]));
  return { commits: commits.slice(0, maxCommits), moreCommits: commits.length > maxCommits, historyMoved };
}

/** One row for each file that a tool wrote, in the order of their names. */
function fromTools(edits: readonly ToolEdit[], cwd: string): Change[] {
  const files = new Map<string, Change>();
  for (const { path, isWhole, hunks } of edits) {
    const shown = shownPath(cwd, path);
    const known = files.get(shown);
    const lines = hunks.flatMap((hunk) => hunk.lines);
    const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
    files.set(shown, {
      ...(known ?? { ...plain, path: shown, kind: isWhole ? FileChangeKind.ADDED : FileChangeKind.MODIFIED }),
      insertions: (known?.insertions ?? 0) + count("+"),
      deletions: (known?.deletions ?? 0) + count("-"),
    });
  }
  return [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

const plain = {
  ...{ oldPath: "", insertions: 0, deletions: 0, binary: false, staged: false, unstaged: false, untracked: false },
  ...{ committed: false, submodule: false },
};

/** From the folder where it is in it. */
function shownPath(cwd: string, path: string): string {
  const within = relative(cwd, resolve(cwd, path));
  return within === "" || within === ".." || within.startsWith(`..${sep}`) ? path : within;
}
