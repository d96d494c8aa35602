import { spokenVersion } from "../../adapters/spoken-version.ts";
import type { Fields } from "../../wire/fields.ts";
import type { AgentFlags } from "../flags/agent-flags.ts";
import { configuredServers } from "../mcp/configured-servers.ts";
import { McpServers } from "../mcp/mcp-servers.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import type { HostLink } from "./host-link.ts";

/** The MCP servers of a session; none is declared yet. */
export function mcpServers(definition: AgentDefinition, session: AgentSession, link: HostLink): McpServers {
  const { MCP_TIMEOUT, MCP_TOOL_TIMEOUT } = session.env;
  return new McpServers({
    askHost: (name, message) => link.mcpMessage(name, message),
    clientInfo: { name: definition.name, version: spokenVersion },
    cwd: session.cwd,
    env: session.env,
    hiddenTool: session.flags.promptTool,
    ...(Number(MCP_TIMEOUT) > 0 && { connectTimeoutMs: Number(MCP_TIMEOUT) }),
    ...(Number(MCP_TOOL_TIMEOUT) > 0 && { callTimeoutMs: Number(MCP_TOOL_TIMEOUT) }),
  });
}

/** What is declared when it begins: the servers of the command line, and of files if it reads them. */
export function declaredServers(definition: AgentDefinition, { flags, cwd, env, permissions }: AgentSession): Fields {
  const readsFiles = definition.readsSettings && !flags.strictMcpConfig && !flags.bare;
  if (!readsFiles) return reachable(flags.mcpServers, flags);
  const { servers, problems } = configuredServers({ cwd, env, sources: flags.settingSources });
  permissions.problems.push(...problems);
  return reachable({ ...servers, ...flags.mcpServers }, flags);
}

/** Nobody answers for the host's own where nothing but a prompt is read. */
function reachable(servers: Fields, { inputFormat }: AgentFlags): Fields {
  if (inputFormat === "stream-json") return servers;
  return Object.fromEntries(Object.entries(servers).filter(([, entry]) => (entry as Fields)?.type !== "sdk"));
}
