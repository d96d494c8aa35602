import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorAnswer } from "../../src/script/error-answer.ts";
import type { ModelAnswer } from "../../src/script/model-answer.ts";
import type { Step } from "../../src/script/script.ts";
import { type Room, roomUntil, stepEvents } from "../../src/script/step-events.ts";
import type { StreamEvent } from "../../src/script/stream-events.ts";
import type { Fields } from "../../src/wire/fields.ts";
import type { Dialect } from "./dialect.ts";

/** One response being sent. `signal` aborts when its connection is gone; from then on nothing is written. */
export interface Outgoing {
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

/** As server-sent events. False when the script wanted the connection cut: that is for the caller to do. */
export async function sendStream(
  out: Outgoing,
  answer: ModelAnswer,
  step: Step,
  encode: (event: StreamEvent) => string,
): Promise<boolean> {
  out.response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "request-id": requestId(answer.id),
  });
  const room = roomUntil(step.cut);
  const events = stepEvents(answer, step);
  let next = events.next();
  for (; !next.done; next = events.next()) {
    if (!(await sendWithin(out, room, Buffer.from(encode(next.value))))) return false;
    const isChunk = next.value.type === "content_block_delta";
    if (isChunk && step.chunkDelayMs !== undefined) await pause(step.chunkDelayMs, out.signal);
    if (out.signal.aborted) return true;
  }
  if (next.value === "cut") return false;
  if (next.value === "stall") return stall(out);
  out.response.end();
  return true;
}

/** As one JSON object. Returns as `sendStream` does. */
export async function sendWhole(out: Outgoing, id: string, whole: Fields, step: Step): Promise<boolean> {
  const body = Buffer.from(JSON.stringify(whole));
  const headers = { "content-length": body.length, "request-id": requestId(id) };
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
export function sendError({ response }: Outgoing, error: ErrorAnswer, format: Dialect["error"]): void {
  const id = requestId(`error_${error.status}`);
  const headers = { "content-type": "application/json", "request-id": id, ...error.headers };
  response.writeHead(error.status, headers).end(JSON.stringify(format(error, id)));
}

export function sendJson({ response }: Outgoing, body: Fields): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Ends early, without an error, when the connection goes. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
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

function requestId(of: string): string {
  return `req_scripted_${of}`;
}
