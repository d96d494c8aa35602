import { create } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { BridleError } from "../../errors.ts";
import { type Fields, isFields, objects, text } from "../../wire/fields.ts";
import { readAgentInfo } from "../agent-info/read-agent-info.ts";
import { type McpLogin, type McpLoginState, McpLogins, transportOf } from "../mcp-login/mcp-logins.ts";
import type { SessionCalls } from "../server/session-calls.ts";
import type { CallBook } from "../session/call-book.ts";
import { checkText } from "../session/check-text.ts";
import type { RunningAgent } from "../session/running-agent.ts";
import type { Session } from "../session/session.ts";
import type { Sessions } from "../session/sessions.ts";
import { stored } from "./session-service-calls.ts";

type McpServerCalls = Pick<
  SessionCalls,
  | "listMcpServers"
  | "reconnectMcpServer"
  | "setMcpServerEnabled"
  | "logInMcpServer"
  | "finishMcpLogin"
  | "cancelMcpLogin"
  | "logOutMcpServer"
>;

/** The MCP servers of a session's agent. */
export function mcpServerCalls(sessions: Sessions, book: CallBook): McpServerCalls {
  const { store, limits } = sessions.deps;
  const { method } = pb.ConversationService;
  const logins = new McpLogins();
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
        await runningAgent(session).request("mcp_reconnect", payload, limits.controlTimeoutMs);
        const answer = create(pb.ReconnectMcpServerResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),

    setMcpServerEnabled: (request) =>
      book.once(method.setMcpServerEnabled, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("server", request.server);
        const payload = { serverName: request.server, enabled: request.enabled };
        await runningAgent(session).request("mcp_toggle", payload, limits.controlTimeoutMs);
        const answer = create(pb.SetMcpServerEnabledResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),

    logInMcpServer: async ({ sessionId, server }) => {
      checkText("server", server);
      const login = await logins.begin(runningAgent(sessions.get(sessionId)), server);
      return create(pb.LogInMcpServerResponseSchema, login === undefined ? {} : { login: loginOf(login) });
    },

    finishMcpLogin: (request) =>
      book.once(method.finishMcpLogin, request, async (keep) => {
        const session = sessions.get(request.sessionId);
        checkText("server", request.server);
        checkText("callback_url", request.callbackUrl);
        await logins.finish(runningAgent(session), request.server, request.callbackUrl);
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
        await logins.logOut(runningAgent(session), request.server);
        const answer = create(pb.LogOutMcpServerResponseSchema);
        return stored(session, keep(answer, session.id), answer);
      }),
  };
}

function loginOf({ expiresMs, ...login }: McpLogin): pb.McpLogin {
  return create(pb.McpLoginSchema, { ...login, expiresMs: BigInt(expiresMs) });
}

/** Undefined: it sleeps, or is not ready yet. */
function agentOf(session: Session): RunningAgent | undefined {
  return session.phase === "starting" ? undefined : session.runningAgent;
}

function runningAgent(session: Session): RunningAgent {
  const agent = agentOf(session);
  if (agent !== undefined) return agent;
  throw new BridleError("conflict", "the agent of this session sleeps: send it a prompt first", { what: session.id });
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
    ...(state?.login !== undefined && { login: loginOf(state.login) }),
  });
}
