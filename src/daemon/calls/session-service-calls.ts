import type { SessionService } from "../../api/gen/bridle/v1/session_service_pb.js";
import type { SessionCalls } from "../server/session-calls.ts";
import { changeSessionCalls } from "./change-session-calls.ts";
import { endSessionCalls } from "./end-session-calls.ts";
import { findSessionCalls } from "./find-session-calls.ts";
import { newSessionCalls } from "./new-session-calls.ts";
import type { SessionCallParts } from "./session-call-parts.ts";

type SessionServiceCalls = Pick<SessionCalls, keyof typeof SessionService.method>;

/** The calls about sessions themselves. */
export function sessionServiceCalls(parts: SessionCallParts): SessionServiceCalls {
  return {
    ...newSessionCalls(parts),
    ...findSessionCalls(parts),
    ...changeSessionCalls(parts),
    ...endSessionCalls(parts),
  };
}
