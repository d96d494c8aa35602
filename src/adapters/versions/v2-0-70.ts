import type { Change } from "../change.ts";

export const v2_0_70: Change = {
  since: "2.0.70",
  absentIn: "2.0.60",
  notes: "rewinding files, other MCP servers in mid-session",
  adds: {
    messages: ["prompt_suggestion"],
    controls: ["rewind_files", "mcp_set_servers"],
    flags: ["--no-session-persistence", "--betas"],
  },
};
