import type { ModelAnswer } from "./model-answer.ts";
import type { ScriptedCut, Step } from "./script.ts";
import { contentEvents, endEvents, type StreamEvent } from "./stream-events.ts";

/** What becomes of the stream behind the last event. */
type Ending = "end" | "cut" | "stall";

/**
 * The events of a step, up to where a fault ends them. A cut after bytes needs to
 * know what an event measures; without `sizeOf` it is left to whoever writes the bytes.
 */
export function* stepEvents(
  answer: ModelAnswer,
  step: Step,
  sizeOf?: (event: StreamEvent) => number,
): Generator<StreamEvent, Ending, void> {
  const { cut, stall, streamError } = step;
  const left = roomUntil(cut);
  for (const event of contentEvents(answer, step.chunks ?? 3)) {
    if (event.type === "content_block_delta" && left.chunks-- <= 0) return "cut";
    if (sizeOf !== undefined && left.bytes !== Number.POSITIVE_INFINITY) {
      left.bytes -= sizeOf(event);
      if (left.bytes < 0) return "cut";
    }
    yield event;
  }
  if (cut !== undefined) return "cut";
  if (stall) return "stall";
  if (streamError === undefined) yield* endEvents(answer);
  else yield { type: "error", error: streamError };
  return "end";
}

/** What may still be sent before a cut. */
export interface Room {
  bytes: number;
  chunks: number;
}

export function roomUntil(cut: ScriptedCut | undefined): Room {
  const unlimited = { bytes: Number.POSITIVE_INFINITY, chunks: Number.POSITIVE_INFINITY };
  if (cut === undefined) return unlimited;
  return "afterBytes" in cut ? { ...unlimited, bytes: cut.afterBytes } : { ...unlimited, chunks: cut.afterChunks };
}

/** As the Messages API sends it. */
export function encodeEvent(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
