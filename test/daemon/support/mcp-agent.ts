import { agentFile } from "../../agent/agent-file.ts";
import { tinyConfig } from "../../mcp-servers/tiny-config.ts";
import type { AgentSetting } from "./start-daemon.ts";

/** Our own agent, with a server that works and one that is not there. */
export function mcpAgent(): AgentSetting {
  return agentWith({ tiny: tinyConfig(), gone: { command: "/no/such/server" } });
}

/** Our own agent, with servers at these addresses. */
export function httpAgent(urls: { readonly [name: string]: string }): AgentSetting {
  return agentWith(Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { type: "http", url }])));
}

function agentWith(mcpServers: object): AgentSetting {
  const config = JSON.stringify({ mcpServers });
  return {
    command: process.execPath,
    args: [agentFile, "--model", "scripted", "--mcp-config", config],
    env: { BRIDLE_PROVIDER: "scripted" },
    version: "2.1.325",
  };
}
