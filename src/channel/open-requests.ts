import type { ProtocolAdapter } from "../adapters/protocol-adapter.ts";
import { BridleError } from "../errors.ts";
import type { ControlResponse } from "../wire/canonical.ts";
import type { Fields } from "../wire/fields.ts";

/**
 * Control requests that were sent and wait for an answer, as plain data: the daemon's core stores them, and a channel keeps
 * them with the promises of who waits. A list of them is in the order they were sent.
 */
export interface OpenRequest<Purpose> extends SentRequest {
  /** Whom its answer is for. */
  readonly purpose: Purpose;
}

export interface SentRequest {
  /** Of a dialect whose answers carry no id, the subtype: those of one id are answered in the order they were sent. */
  readonly id: string;
  readonly subtype: string;
  /** By a clock that never jumps. */
  readonly untilMs: number;
  readonly timeoutMs: number;
}

/** Matches the answer to a request whose id is not known: an earlier version of the daemon made it. */
export const anyId = "*";

/** How requests are said to this peer, and where it answers them. `format` throws `unsupported` for what it does not know. */
export type RequestWords = Pick<ProtocolAdapter, "format" | "answersTo">;

interface NewRequest {
  readonly subtype: string;
  readonly payload: Fields;
  readonly timeoutMs: number;
  /** No other request has it. */
  readonly newId: string;
  readonly nowMs: number;
}

/** A request as the line to write, and what waits for its answer then. `isAnswered`: false where none is ever given. */
export function prepareRequest(
  words: RequestWords,
  { subtype, payload, timeoutMs, newId, nowMs }: NewRequest,
): { readonly line: string; readonly sent: SentRequest; readonly isAnswered: boolean } {
  const match = words.answersTo(subtype);
  const id = match === "by_id" ? newId : subtype;
  const line = words.format({ kind: "request", requestId: id, subtype, payload });
  return { line, sent: { id, subtype, untilMs: nowMs + timeoutMs, timeoutMs }, isAnswered: match !== "none" };
}

/** Which request an answer is for. Undefined: it is late, a duplicate, or nobody's. */
export function answeredBy<R extends SentRequest>(open: readonly R[], requestId: string): R | undefined {
  return open.find(({ id }) => id === requestId) ?? open.find(({ id }) => id === anyId);
}

/** Those whose time is over. */
export function expiredAt<R extends SentRequest>(open: readonly R[], nowMs: number): readonly R[] {
  return open.filter(({ untilMs }) => untilMs <= nowMs);
}

/** When the next of them is given up; infinity: none waits. */
export function nextExpiryMs(open: readonly SentRequest[]): number {
  return open.reduce((first, { untilMs }) => Math.min(first, untilMs), Number.POSITIVE_INFINITY);
}

export function withoutRequest<R extends SentRequest>(open: readonly R[], settled: R): readonly R[] {
  return open.filter((request) => request !== settled);
}

/** What came of a request: each has exactly one outcome. */
export type Outcome = { readonly payload: Fields } | { readonly error: BridleError };

export function outcomeOf(
  { subtype }: SentRequest,
  { error: reason, errorCode, payload }: Pick<ControlResponse, "error" | "errorCode" | "payload">,
  peer: "agent" | "host",
): Outcome {
  if (reason === undefined) return { payload: payload ?? {} };
  const message = `the ${peer} refused ${subtype}: ${reason}`;
  return { error: new BridleError("refused", message, { subtype, reason, errorCode }) };
}

export function timeoutError({ subtype, timeoutMs }: SentRequest): BridleError<"timeout"> {
  const message = `no answer to ${subtype} within ${timeoutMs} ms`;
  return new BridleError("timeout", message, { waitingFor: subtype, afterMs: timeoutMs });
}
