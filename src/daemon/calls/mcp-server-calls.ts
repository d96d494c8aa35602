import { create, type MessageInitShape } from "@bufbuild/protobuf";
import * as pb from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { BridleError } from "../../errors.ts";
import { type Fields, isFields, objects, text } from "../../wire/fields.ts";
import type { AgentDriver } from "../agent/agent-driver.ts";
import { readAgentInfo } from "../agent-info/read-agent-info.ts";
import type { CallBook } from "../session/call-book.ts";
import { checkText } from "../session/check-text.ts";
import type { Session } from "../session/session.ts";
import type { SessionCalls } from "../session/session-calls.ts";
import type { Sessions } from "../session/sessions.ts";
import { stored } from "./session-service-calls.ts";

export type McpServerCalls = Pick<SessionCalls, "listMcpServers" | "reconnectMcpServer" | "setMcpServerEnabled">;

/** The MCP servers of a session's agent. */
export function mcpServerCalls(sessions: Sessions, book: CallBook): McpServerCalls {
  const { store, limits } = sessions.deps;
  const { method } = pb.ConversationService;
  return {
    listMcpServers: async ({ sessionId }) => {
      const session = sessions.get(sessionId);
      const agent = agentOf(session);
      if (agent === undefined) {
        const { mcpServers } = readAgentInfo(store.db, session.row, { isLive: false, modes: [] });
        const servers = mcpServers.map(({ name, status }) => ({ name, status }));
        return create(pb.ListMcpServersResponseSchema, { servers, live: false });
      }
      const { mcpServers } = await agent.request("mcp_status", {}, limits.controlTimeoutMs);
      return create(pb.ListMcpServersResponseSchema, { servers: objects(mcpServers).map(serverOf), live: true });
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
  };
}

/** Undefined: it sleeps, or is not ready yet. */
function agentOf({ row, driver }: Session): AgentDriver | undefined {
  return row.state === "starting" ? undefined : driver;
}

function runningAgent(session: Session): AgentDriver {
  const agent = agentOf(session);
  if (agent !== undefined) return agent;
  throw new BridleError("conflict", "the agent of this session sleeps: send it a prompt first", { what: session.id });
}

function serverOf(server: Fields): MessageInitShape<typeof pb.McpServerSchema> {
  const info = isFields(server.serverInfo) ? server.serverInfo : {};
  const names = objects(server.tools).map((tool) => text(tool.name) ?? "");
  return {
    name: text(server.name) ?? "",
    status: text(server.status) ?? "",
    error: text(server.error) ?? "",
    transport: text(server.transport) ?? "",
    scope: text(server.scope) ?? "",
    serverName: text(info.name) ?? "",
    serverVersion: text(info.version) ?? "",
    tools: names.filter((name) => name !== ""),
  };
}
