import type { Change } from "../change.ts";

export const v1_0_123: Change = {
  since: "1.0.123",
  absentIn: "1.0.115",
  notes: "survives keep_alive; the state of MCP servers, forks, setting sources",
  adds: {
    controls: ["mcp_status", "initialize.sdkMcpServers"],
    answers: ["initialize.account"],
    flags: ["--fork-session", "--setting-sources"],
    inputs: ["keep_alive"],
  },
};
