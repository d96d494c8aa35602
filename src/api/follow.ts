import type { CallOptions } from "@connectrpc/connect";
import { fromConnectError } from "./error-detail.ts";
import type { Opened, SubscribeResponse } from "./gen/bridle/v1/conversation_service_pb.js";
import type { Event } from "./gen/bridle/v1/event_pb.js";
import { backOffMs, isLost, isNobodyThere, noDaemon, pause } from "./lost-connection.ts";

export interface FollowOptions {
  readonly signal?: AbortSignal;
  /** At the beginning and after every reconnection: the session as it is, and its open asks. */
  readonly onOpened?: (opened: Opened) => void;
  /** Events were skipped that are no longer kept; the next has this number. */
  readonly onReset?: (firstSeq: number) => void;
  /** The connection was lost; it is tried again. */
  readonly onLost?: (error: unknown) => void;
  /** How long to try without an answer before `no_daemon`. For ever, if not given. */
  readonly retryForMs?: number;
}

type Subscribe = (
  request: { cursor: { sessionId: string; afterSeq: bigint } },
  options?: CallOptions,
) => AsyncIterable<SubscribeResponse>;

/**
 * The events of a session after a number, each once and in order, across lost
 * connections and restarts of the daemon. Ends when the session is deleted or the
 * signal aborts.
 */
export async function* follow(
  subscribe: Subscribe,
  address: string,
  sessionId: string,
  afterSeq: number,
  options: FollowOptions = {},
): AsyncGenerator<Event, void, undefined> {
  const { signal, onLost, retryForMs = Number.POSITIVE_INFINITY } = options;
  const cursor = { after: afterSeq, isEnded: false, isAnswered: false };
  let lostAt: number | undefined;
  for (let attempt = 0; !signal?.aborted; attempt++) {
    let lost: unknown;
    // Who leaves the loop ends the call by it; a stream of Connect would stay open.
    const leaving = new AbortController();
    const call = { signal: signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal };
    try {
      cursor.isAnswered = false;
      const request = { cursor: { sessionId, afterSeq: BigInt(cursor.after) } };
      yield* events(subscribe(request, call), cursor, options);
    } catch (error) {
      if (signal?.aborted) return;
      if (!isLost(error)) throw fromConnectError(error);
      lost = error;
    } finally {
      leaving.abort();
    }
    if (cursor.isEnded) return;
    if (cursor.isAnswered) {
      attempt = 0;
      lostAt = undefined;
    }
    lostAt ??= performance.now();
    if (performance.now() - lostAt > retryForMs || (retryForMs === 0 && isNobodyThere(lost))) {
      throw noDaemon(address, lost);
    }
    onLost?.(lost);
    await pause(backOffMs(attempt), signal);
  }
}

interface Cursor {
  /** The number of the last event that was given out. */
  after: number;
  isEnded: boolean;
  isAnswered: boolean;
}

async function* events(
  stream: AsyncIterable<SubscribeResponse>,
  cursor: Cursor,
  options: FollowOptions,
): AsyncGenerator<Event, void, undefined> {
  for await (const { kind } of stream) {
    cursor.isAnswered = true;
    if (kind.case === "opened") opened(kind.value, cursor, options);
    if (kind.case === "ended") cursor.isEnded = true;
    if (kind.case !== "batch") continue;
    for (const event of kind.value.events) {
      if (options.signal?.aborted) return;
      const seq = Number(event.seq);
      if (seq <= cursor.after) continue;
      // Cannot be; should it be, the stream is begun anew where the hole is.
      if (seq !== cursor.after + 1) return;
      cursor.after = seq;
      yield event;
    }
  }
}

function opened(opened: Opened, cursor: Cursor, { onOpened, onReset }: FollowOptions): void {
  if (opened.reset !== undefined) {
    cursor.after = Number(opened.reset.firstSeq) - 1;
    onReset?.(cursor.after + 1);
  }
  onOpened?.(opened);
}
