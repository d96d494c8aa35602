import type { McpServer } from "../../../../src/api/gen/bridle/v1/conversation_service_pb.js";

/** What came of something that was tried. */
export interface Outcome {
  readonly words: string;
  readonly isTrouble: boolean;
}

/** What a login that is no longer waited for came to. Undefined: none ended. */
export function endOfLogin(
  before: Pick<McpServer, "login">,
  now: Pick<McpServer, "login" | "status">,
  nowMs: number,
): Outcome | undefined {
  if (before.login === undefined || now.login !== undefined) return undefined;
  if (now.status === "connected") return { words: "Logged in.", isTrouble: false };
  if (nowMs >= Number(before.login.expiresMs))
    return { words: "Nobody finished the login in time. Log in again.", isTrouble: true };
  return { words: "The login ended without success. Log in again.", isTrouble: true };
}
