/** What a session is doing. `asking`: how many asks and questions wait for a person. */
export type SessionState =
  | { readonly at: "starting" }
  | { readonly at: "idle" }
  | { readonly at: "running" }
  | { readonly at: "waiting"; readonly asking: number }
  | { readonly at: "closed" }
  | { readonly at: "crashed" };

export type SessionStep =
  /** An agent is being started. */
  | "start"
  /** It answered; it can take prompts. */
  | "ready"
  /** A prompt was given to it, or it began a turn by itself. */
  | "turn"
  /** A person is asked. */
  | "ask"
  /** An ask or question is over. */
  | "answer"
  /** No prompt waits for its result. */
  | "turn_over"
  /** It ended, as it was told to or by itself; it can be started again. */
  | "exit"
  /** It ended by itself too often. */
  | "crash"
  /** A person closed the session. */
  | "close";

export const idle: SessionState = { at: "idle" };

/** The whole life of a session. A step that has no place in a state leaves it as it is. */
export function next(state: SessionState, step: SessionStep): SessionState {
  switch (step) {
    case "close":
      return { at: "closed" };
    case "crash":
      return { at: "crashed" };
    case "exit":
      return state.at === "closed" || state.at === "crashed" ? state : idle;
    case "start":
      return { at: "starting" };
    case "ready":
      return state.at === "starting" ? idle : state;
    default:
      return state.at === "closed" || state.at === "crashed" ? state : during(state, step);
  }
}

function during(state: SessionState, step: "turn" | "ask" | "answer" | "turn_over"): SessionState {
  const asking = state.at === "waiting" ? state.asking : 0;
  switch (step) {
    case "turn":
      return asking > 0 ? state : { at: "running" };
    case "ask":
      return { at: "waiting", asking: asking + 1 };
    case "answer":
      if (asking > 1) return { at: "waiting", asking: asking - 1 };
      return asking === 1 ? { at: "running" } : state;
    case "turn_over":
      return state.at === "running" || state.at === "waiting" ? idle : state;
  }
}
