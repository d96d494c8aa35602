import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import type { McpLogins } from "../mcp-login/mcp-logins.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import { checkText } from "../session/check-text.ts";
import type { Sessions } from "../session/sessions.ts";
import { agentOf, awakeAgent } from "./awake-agent.ts";
import { loginMessage } from "./login-message.ts";
import { stored } from "./stored.ts";

type McpLoginCalls = Pick<SessionCalls, "logInMcpServer" | "finishMcpLogin" | "cancelMcpLogin" | "logOutMcpServer">;

/** Logins of a session's agent to its MCP servers. */
export function mcpLoginCalls(sessions: Sessions, book: CallBook, logins: McpLogins): McpLoginCalls {
  const { method } = pb.ConversationService;
  return {
    logInMcpServer: async ({ sessionId, server }) => {
      checkText("server", server);
      const login = await logins.begin(awakeAgent(sessions.get(sessionId)), server);
      return create(pb.LogInMcpServerResponseSchema, login === undefined ? {} : { login: loginMessage(login) });
    },

    finishMcpLogin: (request) =>
      book.once(method.finishMcpLogin, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("server", request.server);
        checkText("callback_url", request.callbackUrl);
        await logins.finish(awakeAgent(session), request.server, request.callbackUrl);
        const answer = create(pb.FinishMcpLoginResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),

    cancelMcpLogin: (request) =>
      book.once(method.cancelMcpLogin, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        const agent = agentOf(session);
        if (agent !== undefined) logins.cancel(agent, request.server);
        const answer = create(pb.CancelMcpLoginResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),

    logOutMcpServer: (request) =>
      book.once(method.logOutMcpServer, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("server", request.server);
        await logins.logOut(awakeAgent(session), request.server);
        const answer = create(pb.LogOutMcpServerResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),
  };
}
