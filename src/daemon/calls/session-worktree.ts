import { WorktreeEnd } from "../../api/gen/bridle/v1/session_pb.js";
import type { NewWorktree } from "../../api/gen/bridle/v1/session_service_pb.js";
import { BridleError, invalidOption } from "../../errors.ts";
import type { Session } from "../session/session.ts";
import type { WorktreeRow } from "../store/worktrees-table.ts";
import { atEndOf } from "../worktrees/worktree-message.ts";
import type { MadeWorktree, Worktrees } from "../worktrees/worktrees.ts";

/** A worktree for a session that is about to be created. */
export function makeWorktree(
  worktrees: Worktrees,
  cwd: string,
  { name, end }: NewWorktree,
  resume: string,
): Promise<MadeWorktree> {
  // An agent finds a conversation by the folder it was in.
  if (resume !== "") throw invalidOption("worktree", "left out where a conversation is resumed", "both");
  return worktrees.make({ cwd, name, atEnd: atEndOf(end) });
}

/** The session's worktree if it is to go; undefined: there is none, or it stays. */
export function worktreeToRemove(worktrees: Worktrees, session: string, asked: WorktreeEnd): WorktreeRow | undefined {
  const row = worktrees.of(session);
  const atEnd = asked === WorktreeEnd.UNSPECIFIED ? row?.atEnd : atEndOf(asked);
  return atEnd === "remove" ? row : undefined;
}

/** Rejects with `conflict` where work would be lost: then the session stays, too. */
export async function removeBeforeDeletion(worktrees: Worktrees, session: Session, asked: WorktreeEnd): Promise<void> {
  const row = worktreeToRemove(worktrees, session.id, asked);
  if (row === undefined) return;
  const others = await worktrees.keeps(row, session.id);
  if (others.length > 0) throw keptWorktree(row, others);
  await session.close();
  await session.flush();
  const left = await worktrees.remove(row);
  if (left.length > 0) throw keptWorktree(row, left);
}

export function keptWorktree({ path }: WorktreeRow, keeps: readonly string[]): BridleError<"conflict"> {
  const message = `the worktree ${path} stays, since it has ${keeps.join("; ")}`;
  return new BridleError("conflict", message, { what: "worktree" });
}
