import type { SessionFacts } from "../../src/daemon/core/session-state.ts";

/** Of a session that nothing happened to. */
export function emptyFacts(id: string): SessionFacts {
  return {
    ...{
      id,
      title: "",
      agent: "claude",
      cwd: "/w",
      agentSessionId: "",
      model: "",
      permissionMode: "",
      agentVersion: "",
    },
    ...{ archived: false, degraded: false, turns: 0, costUsd: 0, inputTokens: 0, outputTokens: 0, preview: "" },
    options: {},
  };
}
