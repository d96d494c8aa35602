import type { Tone } from "../text/state-word.ts";

interface ServerState {
  readonly word: string;
  readonly tone: Tone;
  /** The next step, where there is one outside of the page. */
  readonly todo?: string;
}

/** What an agent's word for the state of a server means. `loginElsewhere`: a login is nothing that the agent can be asked for. */
export function serverState(status: string, loginElsewhere = false): ServerState {
  switch (status) {
    case "connected":
      return { word: "connected", tone: "running" };
    case "needs-auth":
      return {
        word: "needs login",
        tone: "waiting",
        ...(loginElsewhere && {
          todo: "Log in where the agent runs: start it in a terminal in this folder and use its /mcp command. Then reconnect here.",
        }),
      };
    case "pending":
      return { word: "connecting", tone: "waiting" };
    case "disabled":
      return { word: "disabled", tone: "asleep" };
    case "failed":
      return { word: "failed", tone: "failed" };
    default:
      return { word: status || "unknown", tone: "idle" };
  }
}
