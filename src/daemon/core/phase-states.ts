import { SessionState as State } from "../../api/gen/bridle/v1/session_pb.js";
import type { SessionPhase } from "./session-state.ts";

const states: { readonly [P in SessionPhase]: State } = {
  starting: State.STARTING,
  idle: State.IDLE,
  running: State.RUNNING,
  waiting: State.WAITING,
  closed: State.CLOSED,
  crashed: State.CRASHED,
};

/** A phase as the API has it. */
export function stateOf(phase: string): State {
  return states[phase as SessionPhase] ?? State.UNSPECIFIED;
}
