import type { EventKind } from "../events/draft.ts";
import type { Work } from "../store/work.ts";
import type { SessionStep } from "./session-state.ts";

/** What the parts of a session may do to it. Everything done in one go is stored in one transaction. */
export interface SessionInk {
  emit(kind: EventKind): void;
  step(step: SessionStep, reason?: string): void;
  store(work: Work): void;
  /** One line to the agent. */
  tell(line: string): void;
}
