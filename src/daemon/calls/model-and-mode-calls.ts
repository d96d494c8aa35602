import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { asksLess } from "../access/mode-asks-less.ts";
import type { Confirmations } from "../passkeys/confirmations.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import { checkText } from "../session/check-text.ts";
import type { Sessions } from "../session/sessions.ts";
import { always } from "./always.ts";
import { checkMode } from "./check-mode.ts";
import { checkModeAsleep } from "./modes-of-session.ts";

type ModelAndModeCalls = Pick<SessionCalls, "setModel" | "setPermissionMode">;

/** The calls that change what a session's agent works with. */
export function modelAndModeCalls(sessions: Sessions, book: CallBook, confirmations: Confirmations): ModelAndModeCalls {
  const { method } = pb.ConversationService;
  return {
    setModel: (request) =>
      book.once(method.setModel, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("model", request.model);
        const answer = create(pb.SetModelResponseSchema);
        const change = { model: request.model };
        return session.call({ type: "configure", change }, always(answer, keep(answer, session.id)));
      }),

    setPermissionMode: (request, caller) =>
      book.once(method.setPermissionMode, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkMode(request.mode);
        await checkModeAsleep(session, request.mode, sessions.deps);
        if (asksLess(request.mode))
          await confirmations.check(method.setPermissionMode, request, caller, `/s/${session.id}`);
        const answer = create(pb.SetPermissionModeResponseSchema);
        const change = { permissionMode: request.mode };
        return session.call({ type: "configure", change }, always(answer, keep(answer, session.id)));
      }),
  };
}
