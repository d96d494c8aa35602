import { QueueWaitCause, type Session, SessionState } from "../../../../src/api/gen/bridle/v1/session_pb.js";

export type Tone = "waiting" | "running" | "idle" | "failed" | "asleep";

const waitWords: { readonly [cause: number]: string } = {
  [QueueWaitCause.BUDGET]: "budget used up",
  [QueueWaitCause.LIMIT]: "limit reached",
  [QueueWaitCause.LOGIN]: "needs a login",
};

/** How a session is, in a word, and the colour of its dot. */
export function stateWord({ state, live, stall, waits }: Pick<Session, "state" | "live" | "stall" | "waits">): {
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
      if (waits !== undefined) return { word: waitWords[waits.cause] ?? "held back", tone: "waiting" };
      return live ? { word: "idle", tone: "idle" } : { word: "asleep", tone: "asleep" };
  }
}
