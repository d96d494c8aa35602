import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ModelAnswer } from "../script/model-answer.ts";
import type { ScriptedCut, ScriptedError, Step } from "../script/script.ts";
import { contentEvents, endEvents, type StreamEvent } from "../script/stream-events.ts";

/** One response being sent. `signal` aborts when its connection is gone; from then on nothing is written. */
export interface Outgoing {
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

/** As server-sent events. False when the script wanted the connection cut: that is for the caller to do. */
export async function sendStream(out: Outgoing, answer: ModelAnswer, step: Step): Promise<boolean> {
  out.response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "request-id": requestId(answer.id),
  });
  const room = roomUntil(step.cut);
  for (const event of contentEvents(answer, step.chunks ?? 3)) {
    const isChunk = event.type === "content_block_delta";
    if (isChunk && room.chunks-- <= 0) return false;
    if (!(await sendWithin(out, room, encode(event)))) return false;
    if (isChunk && step.chunkDelayMs !== undefined) await pause(step.chunkDelayMs, out.signal);
    if (out.signal.aborted) return true;
  }
  if (step.cut !== undefined) return false;
  if (step.stall) return stall(out);
  const { streamError } = step;
  const end = streamError === undefined ? endEvents(answer) : [{ type: "error", error: streamError }];
  for (const event of end) await write(out, encode(event));
  out.response.end();
  return true;
}

/** As one JSON object. Returns as `sendStream` does. */
export async function sendWhole(out: Outgoing, answer: ModelAnswer, step: Step): Promise<boolean> {
  const body = Buffer.from(JSON.stringify(answer));
  const headers = { "content-length": body.length, "request-id": requestId(answer.id) };
  out.response.writeHead(200, { "content-type": "application/json", ...headers });
  if (step.stall || step.cut !== undefined) out.response.flushHeaders();
  if (step.stall) return stall(out);
  if (step.cut === undefined) {
    out.response.end(body);
    return true;
  }
  const bytes = "afterBytes" in step.cut ? Math.min(step.cut.afterBytes, body.length - 1) : 0;
  await write(out, body.subarray(0, bytes));
  return false;
}

/** As the API reports failures. */
export function sendError({ response }: Outgoing, error: ScriptedError): void {
  const { status, type = "api_error", message = "scripted error", retryAfter, shouldRetry } = error;
  const request_id = requestId(`error_${status}`);
  response.writeHead(status, {
    "content-type": "application/json",
    "request-id": request_id,
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    ...(shouldRetry !== undefined && { "x-should-retry": String(shouldRetry) }),
  });
  response.end(JSON.stringify({ type: "error", error: { type, message }, request_id }));
}

/** Ends early, without an error, when the connection goes. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** What may still be sent before a cut. */
interface Room {
  bytes: number;
  chunks: number;
}

function roomUntil(cut: ScriptedCut | undefined): Room {
  const unlimited = { bytes: Number.POSITIVE_INFINITY, chunks: Number.POSITIVE_INFINITY };
  if (cut === undefined) return unlimited;
  return "afterBytes" in cut ? { ...unlimited, bytes: cut.afterBytes } : { ...unlimited, chunks: cut.afterChunks };
}

/** Sends what there is room for; false when that was not all. */
async function sendWithin(out: Outgoing, room: Room, bytes: Buffer): Promise<boolean> {
  const fitting = bytes.subarray(0, Math.min(bytes.length, room.bytes));
  room.bytes -= fitting.length;
  await write(out, fitting);
  return fitting.length === bytes.length;
}

/** Settles when the bytes are with the system, which bounds what is held and lets a cut come after them, or when the connection is gone. */
async function write({ response, signal }: Outgoing, bytes: Buffer): Promise<void> {
  if (signal.aborted || bytes.length === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const settle = (): void => resolve();
  signal.addEventListener("abort", settle, { once: true });
  response.write(bytes, settle);
  await promise;
  signal.removeEventListener("abort", settle);
}

async function stall({ signal }: Outgoing): Promise<true> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return true;
}

function encode(event: StreamEvent): Buffer {
  return Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

function requestId(of: string): string {
  return `req_scripted_${of}`;
}
