import { Option } from "commander";
import type { BridleClient } from "../api/client.ts";
import { type Session, WorktreeEnd } from "../api/gen/bridle/v1/session_pb.js";
import { confirm } from "./confirm.ts";
import { styled } from "./output.ts";

/** What becomes of a session's worktree when the session ends. */
export type AtEnd = "keep" | "remove" | "ask";

const ends: { readonly [E in AtEnd]: WorktreeEnd } = {
  keep: WorktreeEnd.KEEP,
  remove: WorktreeEnd.REMOVE,
  ask: WorktreeEnd.ASK,
};

export function worktreeEnd(): Option {
  const help = "what becomes of its worktree: keep, remove (never with work in it), or ask on a terminal";
  return new Option("--worktree-end <how>", help).choices(Object.keys(ends));
}

/** For the creation of a session. */
export function newWorktree({
  worktree,
  worktreeEnd: how,
}: {
  readonly worktree?: string | true;
  readonly worktreeEnd?: AtEnd;
}) {
  if (worktree === undefined) return {};
  return {
    worktree: { name: worktree === true ? "" : worktree, end: how === undefined ? WorktreeEnd.UNSPECIFIED : ends[how] },
  };
}

/** For its end: as the command line says, else as it was created. To ask takes a terminal. */
export async function endOf({ worktree }: Session, given: AtEnd | undefined): Promise<WorktreeEnd> {
  const isAsked = (given === undefined ? worktree?.end : ends[given]) === WorktreeEnd.ASK;
  if (!isAsked || worktree === undefined) return given === undefined ? WorktreeEnd.UNSPECIFIED : ends[given];
  return (await confirm(`remove the worktree ${worktree.path}?`, false)) ? WorktreeEnd.REMOVE : WorktreeEnd.KEEP;
}

/** After the end: is the worktree gone, or why is it not. */
export function whatBecame({ worktree }: Session, closed: Session | undefined, keeps: readonly string[]): string[] {
  if (worktree === undefined) return [];
  if (keeps.length > 0) return [`its worktree ${worktree.path} stays, since it has ${keeps.join("; ")}`];
  return [`its worktree ${worktree.path} ${closed?.worktree === undefined ? "is removed" : "stays"}`];
}

/** At the end of `run`: one that is to go goes with its session, which is closed for it. */
export async function endWorktree(
  client: BridleClient,
  sessionId: string,
  { worktreeEnd: given }: { readonly worktreeEnd?: AtEnd },
): Promise<void> {
  const { session } = await client.sessions.getSession({ sessionId });
  if (session?.worktree === undefined) return;
  const note = (text: string): boolean => process.stderr.write(styled("dim", `${text}\n`));
  if ((await endOf(session, given)) !== WorktreeEnd.REMOVE)
    return void note(`worktree ${session.worktree.path}, branch ${session.worktree.branch}; bridle worktrees`);
  const { session: closed, worktreeKeeps } = await client.sessions.closeSession({
    sessionId,
    worktreeEnd: WorktreeEnd.REMOVE,
  });
  note(whatBecame(session, closed, worktreeKeeps).join("; "));
}
