import type { SessionService } from "../../api/gen/bridle/v1/session_service_pb.js";
import type { FolderReach } from "../access/folder-reach.ts";
import { McpLogins } from "../mcp-login/mcp-logins.ts";
import type { Confirmations } from "../passkeys/confirmations.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import type { Sessions } from "../session/sessions.ts";
import { agentInfoCalls } from "./agent-info-calls.ts";
import { askCalls } from "./ask-calls.ts";
import { askDecisionCalls } from "./ask-decision-calls.ts";
import { mcpLoginCalls } from "./mcp-login-calls.ts";
import { mcpServerCalls } from "./mcp-server-calls.ts";
import { modelAndModeCalls } from "./model-and-mode-calls.ts";
import { promptCalls } from "./prompt-calls.ts";

type ConversationCalls = Omit<SessionCalls, keyof typeof SessionService.method>;

/** The calls that talk with sessions. */
export function conversationServiceCalls(
  sessions: Sessions,
  book: CallBook,
  reach: FolderReach,
  confirmations: Confirmations,
): ConversationCalls {
  const logins = new McpLogins();
  return {
    ...promptCalls(sessions, book),
    ...askCalls(sessions, reach),
    ...askDecisionCalls(sessions, book, confirmations),
    ...modelAndModeCalls(sessions, book, confirmations),
    ...agentInfoCalls(sessions),
    ...mcpServerCalls(sessions, book, logins),
    ...mcpLoginCalls(sessions, book, logins),
  };
}
