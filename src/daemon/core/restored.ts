import { outliveAgent } from "./asks.ts";
import { goOnEnding } from "./ending.ts";
import { exited, unconfirmedExit } from "./exit.ts";
import { shakeHands } from "./handshake.ts";
import type { Input } from "./input.ts";
import { restoreParking } from "./parking.ts";
import { goOn, sendNext } from "./prompts.ts";
import { stayInDoubt } from "./said.ts";
import type { Transition } from "./transition.ts";

/** Goes on where an earlier daemon stopped. */
export function restored(t: Transition, { held }: Extract<Input, { type: "restored" }>): void {
  for (const agentId of t.leftovers) t.effects.push({ type: "end_leftover", agentId });
  const { process } = t;
  if (process === undefined) return restoredAsleep(t);
  if (held === undefined) return exited(t, { ...t.clock, type: "exited", agentId: process.id, exit: unconfirmedExit });
  t.update({ input: { ...process.input, confirmed: Math.max(process.input.confirmed, held.inputReceived) } });
  const { steadyMs } = t.clock;
  // They have all their time again: it may have gone by while nobody could hear the answer.
  t.update({ requests: process.requests.map((open) => ({ ...open, untilMs: steadyMs + open.timeoutMs })) });
  restoreParking(t);
  if (t.conversation !== undefined) stayInDoubt(t, t.conversation);
  if (t.agent.at === "starting") shakeHands(t);
  else if (t.agent.at === "ending") goOnEnding(t);
  else if (t.agent.at === "ready") {
    // What it said while nobody read may be that it works.
    t.agent = { ...t.agent, idleSinceMs: undefined };
    sendNext(t);
  }
}

/** What was under way is not, and what waits goes out. One that crashed too often waits for a person. */
function restoredAsleep(t: Transition): void {
  outliveAgent(t);
  if (t.agent.at === "crashed") return;
  t.agent = { at: "asleep" };
  goOn(t);
}
