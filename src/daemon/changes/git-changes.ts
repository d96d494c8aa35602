import { join } from "node:path";
import { FileChangeKind } from "../../api/gen/bridle/v1/workspace_service_pb.js";
import { type DiffEntry, readDiff } from "../git/read-diff.ts";
import { readStatus, type StatusEntry } from "../git/read-status.ts";
import type { WorkTree } from "../git/work-tree.ts";
import { emptyTree } from "./session-base.ts";
import { linesOf, readUntracked } from "./untracked-file.ts";

/** Nothing of a repository's own is run, and submodules are not looked into: git would run what they bring. */
export const diffArgs: readonly string[] = [
  ...[
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--find-renames",
    "--ignore-submodules=dirty",
    "--submodule=short",
  ],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--no-indent-heuristic", "--diff-algorithm=myers"],
];

export interface Change {
  readonly path: string;
  readonly oldPath: string;
  readonly kind: FileChangeKind;
  readonly insertions: number;
  readonly deletions: number;
  readonly binary: boolean;
  readonly staged: boolean;
  readonly unstaged: boolean;
  readonly untracked: boolean;
  readonly committed: boolean;
  readonly submodule: boolean;
}

interface GitChanges {
  readonly files: readonly Change[];
  /** Also those that are left out. */
  readonly total: number;
}

export const maxFiles = 1000;
/** Of so many new files the lines are counted, each up to so many bytes. */
const maxCounted = 300;
const maxCountedBytes = 512 * 1024;

/** What the files of a work tree are different from: a commit, or the empty tree. */
export function comparedWith({ git, head }: WorkTree, base: string | undefined): Promise<string> {
  return base === undefined ? (head === undefined ? emptyTree({ git }) : Promise.resolve(head)) : Promise.resolve(base);
}

/** All that is different from a commit, committed meanwhile or not. */
export async function gitChanges(tree: WorkTree, from: string): Promise<GitChanges> {
  const { git, top } = tree;
  const status = [
    "status",
    "--porcelain=v2",
    "-z",
    "--untracked-files=all",
    "--ignore-submodules=dirty",
    "--no-renames",
  ];
  const diff = ["diff", ...diffArgs, "--raw", "--numstat", "--abbrev=40", "-z", from, "--"];
  const [said, compared] = await Promise.all([git.run(status), git.run(diff)]);
  const entries = new Map(readStatus(said.stdout.toString()).map((entry) => [entry.path, entry]));
  const files = readDiff(compared.stdout.toString()).map((entry) => changeOf(entry, entries));
  const known = new Set(files.flatMap(({ path, oldPath }) => [path, oldPath]));
  const rest = [...entries.values()].filter(({ path, untracked }) => untracked || !known.has(path));
  const more = await Promise.all(rest.slice(0, maxFiles).map((entry, at) => restOf(entry, top, at < maxCounted)));
  const all = [...files, ...more].sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files: all.slice(0, maxFiles), total: files.length + rest.length };
}

const kinds: { readonly [letter: string]: FileChangeKind } = {
  A: FileChangeKind.ADDED,
  M: FileChangeKind.MODIFIED,
  D: FileChangeKind.DELETED,
  R: FileChangeKind.RENAMED,
  T: FileChangeKind.TYPE,
  U: FileChangeKind.CONFLICTED,
};

function changeOf(entry: DiffEntry, entries: ReadonlyMap<string, StatusEntry>): Change {
  const { path, oldPath = "", letter, lines, submodule } = entry;
  const states = [entries.get(path), entries.get(oldPath)].filter((state) => state?.untracked === false);
  const isConflicted = states.some((state) => state?.conflicted);
  return {
    path,
    oldPath,
    kind: isConflicted ? FileChangeKind.CONFLICTED : (kinds[letter] ?? FileChangeKind.MODIFIED),
    insertions: lines?.insertions ?? 0,
    deletions: lines?.deletions ?? 0,
    binary: lines === undefined && !isConflicted,
    staged: states.some((state) => state?.staged),
    unstaged: states.some((state) => state?.unstaged),
    untracked: false,
    committed: states.length === 0,
    submodule,
  };
}

/** A new file, or one that was changed and changed back. */
async function restOf(entry: StatusEntry, top: string, isCounted: boolean): Promise<Change> {
  const { path, staged, unstaged, untracked, conflicted, submodule } = entry;
  const kind = untracked ? FileChangeKind.ADDED : conflicted ? FileChangeKind.CONFLICTED : FileChangeKind.MODIFIED;
  const content = untracked && isCounted ? await readUntracked(join(top, path), maxCountedBytes) : undefined;
  const insertions = content?.kind === "text" ? linesOf(content.text).length : 0;
  const binary = untracked && content?.kind !== "text";
  const states = { staged, unstaged, untracked, committed: false, submodule };
  return { path, oldPath: "", kind, insertions, deletions: 0, binary, ...states };
}
