import { type ChangedFile, FileChangeKind } from "../../../src/api/gen/bridle/v1/workspace_service_pb.js";

/** One letter as git has them, and the words for it. */
export function kindWord({ kind, untracked }: Pick<ChangedFile, "kind" | "untracked">): {
  readonly letter: string;
  readonly word: string;
} {
  if (untracked) return { letter: "A", word: "new" };
  switch (kind) {
    case FileChangeKind.ADDED:
      return { letter: "A", word: "added" };
    case FileChangeKind.DELETED:
      return { letter: "D", word: "deleted" };
    case FileChangeKind.RENAMED:
      return { letter: "R", word: "renamed" };
    case FileChangeKind.TYPE:
      return { letter: "T", word: "file type changed" };
    case FileChangeKind.CONFLICTED:
      return { letter: "!", word: "in conflict" };
    default:
      return { letter: "M", word: "changed" };
  }
}

/** Where the change is: in a commit, in the index, in the file. */
export function stateWords({ committed, staged, unstaged, untracked, submodule }: ChangedFile): string {
  const words = [
    committed && "committed",
    staged && (unstaged ? "partly staged" : "staged"),
    untracked && "untracked",
    submodule && "submodule",
  ];
  return words.filter((word) => word !== false).join(", ");
}
