import { setImmediate as rest } from "node:timers/promises";
import { errorAnswer } from "../../../script/error-answer.ts";
import { modelAnswer } from "../../../script/model-answer.ts";
import type { ScriptedError, Step } from "../../../script/script.ts";
import { encodeEvent, stepEvents } from "../../../script/step-events.ts";
import { apiFailure, connectionFailure } from "../api-failure.ts";
import type { ModelFailure } from "../model-failure.ts";
import type { ModelEvent } from "../provider.ts";
import { wait, waitForAbort } from "../wait.ts";

/** A script without pauses never waits for anything: what comes in meanwhile, such as an interrupt, gets its turn here. */
const eventsBetweenRests = 256;

/** A step as the model API of the lab would send it, faults and all. One generator: each one more costs as much again per event. */
export async function* perform(step: Step, model: string, signal: AbortSignal): AsyncGenerator<ModelEvent, void, void> {
  signal.throwIfAborted();
  const { delayMs, chunkDelayMs, error } = step;
  if (delayMs !== undefined) await wait(delayMs, signal);
  if (error !== undefined) throw scriptedFailure(error);
  let sinceRest = 0;
  const events = stepEvents(modelAnswer(step, model), step, (event) => Buffer.byteLength(encodeEvent(event)));
  let next = events.next();
  for (; !next.done; next = events.next()) {
    const event = next.value;
    if (event.type === "ping") continue;
    if (event.type === "error") throw apiFailure({ status: null, message: "", ...step.streamError });
    yield event;
    if (signal.aborted) throw signal.reason;
    if (chunkDelayMs !== undefined && event.type === "content_block_delta") await wait(chunkDelayMs, signal);
    else if (++sinceRest % eventsBetweenRests === 0) await rest();
  }
  if (next.value === "cut") throw connectionCut();
  if (next.value === "stall") await waitForAbort(signal);
}

/** What the answer with this error would become. */
function scriptedFailure(error: ScriptedError): ModelFailure {
  const { headers, ...facts } = errorAnswer(error);
  return apiFailure({ ...facts, headers: new Headers(headers) });
}

function connectionCut(): ModelFailure {
  return connectionFailure("the connection was cut in mid-answer, as the script wants it");
}
