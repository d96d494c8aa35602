import { randomUUID } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/session_service_pb.js";
import type { SessionCalls } from "../server/session-calls.ts";
import { checkText } from "../session/check-text.ts";
import { sendUnasked } from "./send-unasked.ts";
import type { SessionCallParts } from "./session-call-parts.ts";
import { stored } from "./stored.ts";

type ChangeSessionCalls = Pick<SessionCalls, "renameSession" | "archiveSession" | "compactSession" | "retrySession">;

/** The calls that change a session and let it go on. */
export function changeSessionCalls({
  sessions,
  book,
}: Pick<SessionCallParts, "sessions" | "book">): ChangeSessionCalls {
  const { method } = pb.SessionService;
  return {
    renameSession: (request) =>
      book.once(method.renameSession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("title", request.title);
        session.apply({ type: "change", call: "", changes: { title: request.title } });
        const answer = create(pb.RenameSessionResponseSchema, { session: session.view("next") });
        return stored(session, keep(answer, session.id), answer);
      }),

    archiveSession: (request) =>
      book.once(method.archiveSession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        session.apply({ type: "change", call: "", changes: { archived: request.archived } });
        const answer = create(pb.ArchiveSessionResponseSchema, { session: session.view("next") });
        return stored(session, keep(answer, session.id), answer);
      }),

    retrySession: (request) =>
      book.once(method.retrySession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        return session.call({ type: "retry", promptId: randomUUID() }, () => {
          const value = create(pb.RetrySessionResponseSchema, { session: session.view("next") });
          return { value, work: keep(value, session.id) };
        });
      }),

    compactSession: (request, { name }) =>
      book.once(method.compactSession, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const text = `/compact ${request.instructions}`.trim();
        const promptId = sendUnasked(session, { json: JSON.stringify(text), text, title: text }, name, "queue");
        const answer = create(pb.CompactSessionResponseSchema, { promptId });
        return stored(session, keep(answer, session.id), answer);
      }),
  };
}
