import { PromptState } from "../../api/gen/bridle/v1/event_pb.js";
import { BridleError } from "../../errors.ts";
import { sleep } from "./ending.ts";
import { waitIsOver } from "./holding-back.ts";
import type { Input } from "./input.ts";
import { goOn } from "./prompts.ts";
import type { Transition } from "./transition.ts";

/** A person says that what held the session back is over. Of a budget that is looked at, not believed. */
export function retry(t: Transition, { call, promptId }: Extract<Input, { type: "retry" }>): void {
  const { waits } = t;
  if (waits === undefined)
    throw new BridleError("not_found", "nothing holds this session back", { what: "wait", id: t.facts.id });
  if (waits.for !== "budget") {
    waitIsOver(t);
    queueResumption(t, promptId);
  }
  t.answer(call, { to: "done" });
  // One that runs may not look for another login.
  if (waits.for === "login" && t.process !== undefined) sleep(t);
  else goOn(t);
}

/** A limit had its time. `promptId`: of the prompt by which it goes on. */
export function limitEnds(t: Transition, promptId: string | undefined): void {
  const { waits } = t;
  if (waits?.for !== "limit" || waits.untilMs > t.clock.wallMs) return;
  waitIsOver(t);
  if (waits.resumes && promptId !== undefined) queueResumption(t, promptId);
  // One that ended too often, or waits to be started again, has its own time.
  if (t.agent.at === "asleep" || t.agent.at === "ready") goOn(t);
}

/** The agent has the prompt that it could not do, and what it did of it: it is told to go on. Whoever began it pays. */
function queueResumption(t: Transition, id: string): void {
  const content = JSON.stringify(goOnText);
  const sender = t.payer;
  const position = (t.queue[0]?.position ?? 1) - 1;
  t.queue = [{ id, position, content, sender, delivery: "queue" }, ...t.queue];
  t.emit({
    case: "prompt",
    value: { promptId: id, state: PromptState.QUEUED, position: 0, contentJson: content, sender },
  });
}

const goOnText = "Please go on where you were stopped.";
