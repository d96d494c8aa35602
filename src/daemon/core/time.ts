import { expireAsks } from "./asks.ts";
import { beginEnding, endingDue } from "./ending.ts";
import type { Input } from "./input.ts";
import { launch } from "./launch.ts";
import { expireRequests } from "./requests.ts";
import { resolveDoubt } from "./said.ts";
import type { Transition } from "./transition.ts";

/** Does everything that is due. */
export function time(t: Transition, { isCaughtUp }: Extract<Input, { type: "time" }>): void {
  expireAsks(t);
  expireRequests(t);
  resolveDoubt(t, isCaughtUp);
  endingDue(t);
  const { agent } = t;
  const { steadyMs } = t.clock;
  if (agent.at === "backing_off" && agent.untilMs <= steadyMs) launch(t);
  const { idleSleepMs } = t.limits;
  const isIdle = agent.at === "ready" && agent.idleSinceMs !== undefined && idleSleepMs > 0;
  if (isIdle && (agent.idleSinceMs ?? 0) + idleSleepMs <= steadyMs) beginEnding(t, "wanted");
}
