import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/session_service_pb.js";
import type { SessionCalls } from "../server/session-calls.ts";
import type { SessionCallParts } from "./session-call-parts.ts";
import { removeBeforeDeletion, worktreeToRemove } from "./session-worktree.ts";
import { stored } from "./stored.ts";

type EndSessionCalls = Pick<SessionCalls, "closeSession" | "deleteSession">;

/** The calls that end a session, and its worktree with it. */
export function endSessionCalls({
  sessions,
  book,
  worktrees,
}: Pick<SessionCallParts, "sessions" | "book" | "worktrees">): EndSessionCalls {
  const { method } = pb.SessionService;
  return {
    closeSession: (request) =>
      book.once(method.closeSession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const closed = session.close();
        const worktree = worktreeToRemove(worktrees, session.id, request.worktreeEnd);
        if (worktree === undefined) {
          const answer = create(pb.CloseSessionResponseSchema, { session: session.view("next") });
          await stored(session, keep(answer, session.id), answer);
          await closed;
          return answer;
        }
        await session.flush();
        await closed;
        const worktreeKeeps = [...(await worktrees.remove(worktree))];
        const answer = create(pb.CloseSessionResponseSchema, { session: session.view("next"), worktreeKeeps });
        session.show();
        return stored(session, keep(answer, session.id), answer);
      }),

    deleteSession: (request) =>
      book.once(method.deleteSession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const answer = create(pb.DeleteSessionResponseSchema);
        await removeBeforeDeletion(worktrees, session, request.worktreeEnd);
        await sessions.delete(session, keep(answer, ""));
        return answer;
      }),
  };
}
