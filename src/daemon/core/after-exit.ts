import { launch } from "./launch.ts";
import { wantsAgent } from "./prompts.ts";
import type { Transition } from "./transition.ts";

/** The agent is gone as it should; one is started again for what waits. */
export function goAsleep(t: Transition): void {
  t.agent = { at: "asleep" };
  // A prompt or an answer came while it was being ended.
  if (wantsAgent(t)) launch(t);
}

/** It is started again after a while, the longer the more often it ended; or left, when that was too often. */
export function crashed(t: Transition, reason: string): void {
  const { firstMs, maxMs, limit, windowMs } = t.limits.restart;
  const now = t.clock.steadyMs;
  // A clock that was set back must not make old crashes new for ever.
  t.crashesMs = [...t.crashesMs.filter((at) => at <= now && now - at < windowMs), now];
  if (t.crashesMs.length > limit) {
    t.agent = { at: "crashed" };
    return t.tellPhase(`it ended too often: ${reason}`);
  }
  const delayMs = Math.min(maxMs, firstMs * 2 ** (t.crashesMs.length - 1));
  t.agent = { at: "backing_off", untilMs: now + delayMs };
  t.tellPhase(`restart in ${delayMs} ms`);
  t.trace({ what: "restart", delayMs });
}
