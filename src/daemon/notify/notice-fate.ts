import type { Ask } from "../../api/gen/bridle/v1/ask_pb.js";
import { QueueWaitCause, type Session, SessionState } from "../../api/gen/bridle/v1/session_pb.js";
import type { NoticeRow } from "../store/notices-table.ts";

/** What a notice is about, as it is when the notice goes out. */
export interface DueNotice {
  readonly notice: NoticeRow;
  readonly session: Session;
  /** Of a notice about an ask. */
  readonly ask: Ask | undefined;
}

/** `later`: nobody can say yet. `withdraw`: somebody has reacted, so it is no news. */
type NoticeFate = { readonly send: DueNotice } | "later" | "withdraw";

const waitKinds: { readonly [C in QueueWaitCause]?: string } = {
  [QueueWaitCause.LIMIT]: "limit",
  [QueueWaitCause.LOGIN]: "login",
};

/** Whether a notice that is due still has something to say. Pure. */
export function noticeFate(
  notice: NoticeRow,
  opened: { readonly session: Session; readonly openAsks: readonly Ask[] } | undefined,
): NoticeFate {
  if (opened === undefined) return "withdraw";
  const { session, openAsks } = opened;
  if (notice.ask !== "") {
    const ask = openAsks.find(({ id }) => id === notice.ask);
    return ask === undefined ? "withdraw" : { send: { notice, session, ask } };
  }
  const waits = waitKinds[session.waits?.cause ?? QueueWaitCause.UNSPECIFIED];
  const isNews = { limit: waits === "limit", login: waits === "login", resumed: waits === undefined }[notice.kind];
  if (isNews !== undefined) return isNews ? { send: { notice, session, ask: undefined } } : "withdraw";
  switch (session.state) {
    case SessionState.IDLE:
    case SessionState.CRASHED:
      return { send: { notice, session, ask: undefined } };
    // Its agent is being started again, which says nothing of what it will do.
    case SessionState.STARTING:
      return "later";
    default:
      return "withdraw";
  }
}
