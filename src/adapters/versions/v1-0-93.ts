import type { Change } from "../change.ts";

export const v1_0_93: Change = {
  since: "1.0.93",
  // 1.0.86 to 1.0.92 exit with 1 on a server of type sdk.
  absentIn: "1.0.92",
  notes: "in-process MCP servers",
  adds: {
    asks: ["mcp_message"],
    flags: ["--mcp-config=sdk"],
  },
};
