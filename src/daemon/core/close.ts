import { cancelAsks } from "./asks.ts";
import { sleep } from "./ending.ts";
import type { Input } from "./input.ts";
import { cancelAllPrompts } from "./prompts.ts";
import type { Transition } from "./transition.ts";

/** A person closed the session: nothing of it is wanted any more, until a prompt opens it again. */
export function close(t: Transition, { call }: Extract<Input, { type: "close" }>): void {
  cancelAllPrompts(t);
  t.isClosed = true;
  sleep(t);
  t.verdicts = [];
  t.waits = undefined;
  if (t.process === undefined) {
    // Of what was parked, or left by an agent, nobody else will say that it is over.
    cancelAsks(t, "the session was closed");
    t.agent = { at: "asleep" };
  }
  t.answer(call, { to: "done" });
}
