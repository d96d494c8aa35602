import { create } from "@bufbuild/protobuf";
import { type Ended, EndedSchema, OpenedSchema } from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { BridleError, isBridleError } from "../../errors.ts";
import type { Batch, Log } from "../log/log.ts";
import type { SessionView } from "../session/session-view.ts";
import type { ServerTrace } from "./server-trace.ts";
import type { OpenedCursor } from "./shared-asks.ts";

export type CursorItem =
  | ({ readonly kind: "opened" } & OpenedCursor)
  | { readonly kind: "batch"; readonly batch: Batch }
  | { readonly kind: "ended"; readonly ended: Ended };

export interface CursorSources {
  readonly log: Log;
  readonly view: SessionView;
  readonly trace: ServerTrace;
}

/**
 * Everything a cursor is sent, until the signal aborts: `opened`, then batches
 * without gap or duplicate; `opened` again with `reset` when what it would read
 * next is no longer kept. The next batch is taken from the log only when it is
 * asked for. Throws `not_found`.
 */
export async function* readCursor(
  sources: CursorSources,
  sessionId: string,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<CursorItem, void, undefined> {
  let after = afterSeq;
  while (!signal.aborted) {
    const { opened, asks } = await open(sources, sessionId, after);
    if (opened.reset !== undefined) {
      after = Number(opened.reset.firstSeq) - 1;
      sources.trace.reset();
    }
    yield { kind: "opened", opened, asks };
    try {
      for await (const batch of sources.log.follow(sessionId, after, signal)) {
        yield { kind: "batch", batch };
        after = batch.last;
      }
      if (!signal.aborted) yield { kind: "ended", ended: create(EndedSchema, { sessionId, reason: "deleted" }) };
      return;
    } catch (error) {
      if (!isBridleError(error, "reset")) throw error;
    }
  }
}

async function open({ log, view }: CursorSources, sessionId: string, after: number): Promise<OpenedCursor> {
  const bounds = await log.bounds(sessionId);
  const opened = bounds && (await view.opened(sessionId));
  if (bounds === undefined || opened === undefined) {
    throw new BridleError("not_found", `there is no session ${sessionId}`, { what: "session", id: sessionId });
  }
  const { session, openAsks } = opened;
  // Behind the end: a log that lost its newest events, as by a loss of power.
  const isLost = after < bounds.first - 1 || after > bounds.last;
  const reset = isLost ? { reset: { firstSeq: BigInt(bounds.first) } } : {};
  return { opened: create(OpenedSchema, { sessionId, session, ...reset }), asks: openAsks };
}
