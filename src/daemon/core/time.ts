import { isBridleError } from "../../errors.ts";
import { expireAsks } from "./asks.ts";
import { beginEnding, endingDue } from "./ending.ts";
import { isToBeInterrupted } from "./holding-back.ts";
import type { Input } from "./input.ts";
import { launch } from "./launch.ts";
import { giveUpResuming, parkWhatIsDue } from "./parking.ts";
import { goOn } from "./prompts.ts";
import { ask, expireRequests } from "./requests.ts";
import { limitEnds } from "./retry.ts";
import { resolveDoubt } from "./said.ts";
import type { Transition } from "./transition.ts";

/** Does everything that is due. */
export function time(t: Transition, { isCaughtUp, newId }: Extract<Input, { type: "time" }>): void {
  expireAsks(t);
  parkWhatIsDue(t);
  giveUpResuming(t);
  expireRequests(t);
  resolveDoubt(t, isCaughtUp);
  endingDue(t);
  const { agent } = t;
  const { steadyMs } = t.clock;
  limitEnds(t, newId);
  goOnWaiting(t);
  if (agent.at === "backing_off" && agent.untilMs <= steadyMs) launch(t);
  const { idleSleepMs } = t.limits;
  const isIdle = agent.at === "ready" && agent.idleSinceMs !== undefined && idleSleepMs > 0;
  if (isIdle && (agent.idleSinceMs ?? 0) + idleSleepMs <= steadyMs) beginEnding(t, "wanted");
}

/** What held the queue back may be over: its time came, or others spent less than they might have. */
function goOnWaiting(t: Transition): void {
  if (isToBeInterrupted(t)) stopTurn(t);
  if (t.waits?.for !== "budget") return;
  // Whatever the agent does: else it would be due for ever. What still holds back is found when something is to be sent.
  if (t.waits.untilMs !== undefined && t.waits.untilMs <= t.clock.wallMs) t.waits = undefined;
  // One that ended too often, or waits to be started again, has its own time.
  if (t.agent.at === "asleep" || t.agent.at === "ready") goOn(t);
}

function stopTurn(t: Transition): void {
  const request = { subtype: "interrupt", payload: {}, timeoutMs: t.limits.controlTimeoutMs };
  try {
    ask(t, { ...request, purpose: { for: "stop" } });
  } catch (error) {
    // Its version cannot be interrupted.
    if (!isBridleError(error)) throw error;
  }
}
