import { type Session, SessionState } from "../../../../src/api/gen/bridle/v1/session_pb.js";

export type Tone = "waiting" | "running" | "idle" | "failed" | "asleep";

/** How a session is, in a word, and the colour of its dot. */
export function stateWord({ state, live, stall }: Pick<Session, "state" | "live" | "stall">): {
  readonly word: string;
  readonly tone: Tone;
} {
  switch (state) {
    case SessionState.WAITING:
      return { word: "waiting for you", tone: "waiting" };
    case SessionState.RUNNING:
      return stall === undefined ? { word: "running", tone: "running" } : { word: "stalled", tone: "failed" };
    case SessionState.STARTING:
      return { word: "starting", tone: "running" };
    case SessionState.CRASHED:
      return { word: "crashed", tone: "failed" };
    case SessionState.CLOSED:
      return { word: "closed", tone: "asleep" };
    default:
      return live ? { word: "idle", tone: "idle" } : { word: "asleep", tone: "asleep" };
  }
}
