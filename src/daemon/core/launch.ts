import type { LaunchOptions } from "./input.ts";
import type { SessionState } from "./session-state.ts";
import type { Transition } from "./transition.ts";

/** A person wants an agent: also one that crashed too often gets another chance. */
export function wake(t: Transition): void {
  t.crashesMs = [];
  launch(t);
}

/** One is started, unless there is one or it is on its way; that opens a session that was closed. */
export function launch(t: Transition): void {
  if (t.process !== undefined || t.agent.at === "launching") return;
  t.isClosed = false;
  t.launches += 1;
  t.agent = { at: "launching", launch: t.launches, sinceMs: t.clock.steadyMs };
  t.effects.push({ type: "launch", launch: t.launches });
}

/** What the next agent of the session is started with. */
export function launchOptions({ facts }: Pick<SessionState, "facts">): LaunchOptions {
  const { agentSessionId, options } = facts;
  const isFork = options.fork === true && agentSessionId === "";
  return { options: { ...options, fork: isFork }, resume: agentSessionId || options.resume };
}

/** Nobody told the end of this agent: it is ended by its mark before another one is started. */
export function addLeftover(t: Transition, agentId: string): void {
  if (!t.leftovers.includes(agentId)) t.leftovers = [...t.leftovers, agentId];
  t.effects.push({ type: "end_leftover", agentId });
}

export function tellForgotten(t: Transition, message: string): void {
  t.forgottenTurns = t.facts.turns;
  t.notice("bridle/resume_failed", { message });
}
