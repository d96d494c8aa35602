import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { type Fields, isFields, objects, text } from "../../wire/fields.ts";
import { readAgentInfo } from "../agent-info/read-agent-info.ts";
import { type McpLoginState, type McpLogins, transportOf } from "../mcp-login/mcp-logins.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import { checkText } from "../session/check-text.ts";
import type { Sessions } from "../session/sessions.ts";
import { agentOf, awakeAgent } from "./awake-agent.ts";
import { loginMessage } from "./login-message.ts";
import { stored } from "./stored.ts";

type McpServerCalls = Pick<SessionCalls, "listMcpServers" | "reconnectMcpServer" | "setMcpServerEnabled">;

/** The MCP servers of a session's agent. */
export function mcpServerCalls(sessions: Sessions, book: CallBook, logins: McpLogins): McpServerCalls {
  const { store, limits } = sessions.deps;
  const { method } = pb.ConversationService;
  return {
    listMcpServers: async ({ sessionId }) => {
      const session = sessions.get(sessionId);
      const agent = agentOf(session);
      if (agent === undefined) {
        const { mcpServers } = readAgentInfo(store, session.facts, { isLive: false, modes: [] });
        const servers = mcpServers.map(({ name, status }) => ({ name, status }));
        return create(pb.ListMcpServersResponseSchema, { servers, live: false });
      }
      const { mcpServers } = await agent.request("mcp_status", {}, limits.controlTimeoutMs);
      const found = objects(mcpServers);
      const states = await logins.states(agent, found);
      const servers = found.map((server, at) => serverOf(server, states[at]));
      return create(pb.ListMcpServersResponseSchema, { servers, live: true });
    },

    reconnectMcpServer: (request) =>
      book.once(method.reconnectMcpServer, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("server", request.server);
        const payload = { serverName: request.server };
        await awakeAgent(session).request("mcp_reconnect", payload, limits.controlTimeoutMs);
        const answer = create(pb.ReconnectMcpServerResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),

    setMcpServerEnabled: (request) =>
      book.once(method.setMcpServerEnabled, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("server", request.server);
        const payload = { serverName: request.server, enabled: request.enabled };
        await awakeAgent(session).request("mcp_toggle", payload, limits.controlTimeoutMs);
        const answer = create(pb.SetMcpServerEnabledResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),
  };
}

function serverOf(server: Fields, state: McpLoginState | undefined): pb.McpServer {
  const info = isFields(server.serverInfo) ? server.serverInfo : {};
  const names = objects(server.tools).map((tool) => text(tool.name) ?? "");
  return create(pb.McpServerSchema, {
    name: text(server.name) ?? "",
    status: text(server.status) ?? "",
    error: text(server.error) ?? "",
    transport: transportOf(server),
    scope: text(server.scope) ?? "",
    serverName: text(info.name) ?? "",
    serverVersion: text(info.version) ?? "",
    tools: names.filter((name) => name !== ""),
    canLogIn: state?.canLogIn ?? false,
    canLogOut: state?.canLogOut ?? false,
    ...(state?.login !== undefined && { login: loginMessage(state.login) }),
  });
}
