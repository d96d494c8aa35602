import { create } from "@bufbuild/protobuf";
import { type Worktree, WorktreeEnd, WorktreeSchema } from "../../api/gen/bridle/v1/session_pb.js";
import type { AtEnd, WorktreeRow } from "../store/worktrees-table.ts";

const ends: { readonly [E in AtEnd]: WorktreeEnd } = {
  keep: WorktreeEnd.KEEP,
  remove: WorktreeEnd.REMOVE,
  ask: WorktreeEnd.ASK,
};

/** A worktree as clients see it. */
export function worktreeMessage(row: WorktreeRow | undefined): Worktree | undefined {
  if (row === undefined) return undefined;
  const { id, name, path, branch, source, base, atEnd } = row;
  return create(WorktreeSchema, { id, name, path, branch, source, base, end: ends[atEnd] });
}

export function atEndOf(end: WorktreeEnd): AtEnd {
  return end === WorktreeEnd.REMOVE ? "remove" : end === WorktreeEnd.ASK ? "ask" : "keep";
}
