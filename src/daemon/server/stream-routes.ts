import { create, type MessageShape } from "@bufbuild/protobuf";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import {
  CallerSchema,
  type ConversationService,
  type ConverseRequest,
  type ConverseResponse,
  ConverseResponseSchema,
  type SubscribeRequest,
  type SubscribeResponse,
  SubscribeResponseSchema,
  type UpdateWatchRequest,
  UpdateWatchResponseSchema,
  type WatchRequest,
  type WatchResponse,
  WatchResponseSchema,
} from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { BridleError } from "../../errors.ts";
import type { Caller } from "../access/caller.ts";
import type { Reach } from "../access/reach.ts";
import type { Batch } from "../log/log.ts";
import { callerOf } from "./caller-context.ts";
import { converse } from "./converse.ts";
import type { OpenStreams } from "./open-streams.ts";
import { rawBatchesKey } from "./raw-batches.ts";
import { type CursorSources, readCursor } from "./read-cursor.ts";
import type { ServerTrace } from "./server-trace.ts";
import type { SessionCalls } from "./session-calls.ts";
import { isShared, type OpenedCursor, type StreamMessage, wholeOpened } from "./shared-asks.ts";
import { codeOf, connectErrorOf, traced } from "./unary-routes.ts";
import { viewWithin } from "./view-within.ts";
import { changedMessage, Watch, type WatchItem } from "./watch.ts";

type StreamRoutes = Pick<ServiceImpl<typeof ConversationService>, "subscribe" | "watch" | "updateWatch" | "converse">;

interface StreamDeps {
  readonly sources: CursorSources;
  readonly reach: Reach;
  readonly calls: SessionCalls;
  readonly streams: OpenStreams;
  readonly trace: ServerTrace;
}

/** The streams of a conversation: cursors on the log, one or many, with or without requests the other way. */
export function streamRoutes({ sources, reach, calls, streams, trace }: StreamDeps): StreamRoutes {
  const watches = new Map<string, Watch>();
  const sourcesFor = (caller: Caller): CursorSources => ({ ...sources, view: viewWithin(sources.view, caller, reach) });

  async function* subscribe(request: SubscribeRequest, context: HandlerContext): AsyncGenerator<SubscribeResponse> {
    const caller = callerOf(context);
    const signal = streams.open(caller, context.signal);
    const carry = carrier(context, trace);
    const { sessionId, afterSeq } = requireCursor(request.cursor);
    for await (const item of readCursor(sourcesFor(caller), sessionId, Number(afterSeq), signal)) {
      if (item.kind === "batch") yield carry.batch(SubscribeResponseSchema, item.batch);
      else if (item.kind === "opened") yield carry.opened(SubscribeResponseSchema, item);
      else yield create(SubscribeResponseSchema, { kind: { case: "ended", value: item.ended } });
    }
    streams.throwIfEnded(signal);
  }

  async function* watch(request: WatchRequest, context: HandlerContext): AsyncGenerator<WatchResponse> {
    const caller = callerOf(context);
    const signal = streams.open(caller, context.signal);
    const carry = carrier(context, trace);
    const watch = new Watch(sourcesFor(caller), caller, request, signal);
    watches.set(watch.id, watch);
    signal.addEventListener("abort", () => watches.delete(watch.id), { once: true });
    yield create(WatchResponseSchema, { kind: { case: "started", value: startedMessage(watch) } });
    for await (const item of watch.items()) {
      if (item.kind === "batch") yield carry.batch(WatchResponseSchema, item.batch);
      else if (item.kind === "opened") yield carry.opened(WatchResponseSchema, item);
      else yield watched(item);
    }
    streams.throwIfEnded(signal);
  }

  async function updateWatch(request: UpdateWatchRequest, context: HandlerContext) {
    const watch = watches.get(request.watchId);
    // Somebody else's is answered like none at all.
    if (watch?.caller.name !== callerOf(context).name) throw noWatch(request.watchId);
    watch.update(request.add, request.remove);
    return create(UpdateWatchResponseSchema);
  }

  async function* talk(
    requests: AsyncIterable<ConverseRequest>,
    context: HandlerContext,
  ): AsyncGenerator<ConverseResponse> {
    const caller = callerOf(context);
    const signal = streams.open(caller, context.signal);
    const carry = carrier(context, trace);
    for await (const item of converse({ sources: sourcesFor(caller), reach, calls, caller }, requests, signal)) {
      if ("batch" in item) yield carry.batch(ConverseResponseSchema, item.batch);
      else yield "opening" in item ? carry.opened(ConverseResponseSchema, item.opening) : item.message;
    }
    streams.throwIfEnded(signal);
  }

  return {
    subscribe: (request, context) => guarded(subscribe(request, context), "Subscribe", trace),
    watch: (request, context) => guarded(watch(request, context), "Watch", trace),
    converse: (requests, context) => guarded(talk(requests, context), "Converse", trace),
    updateWatch: (request, context) => traced("UpdateWatch", trace, () => updateWatch(request, context)),
  };
}

/** Tells how a stream ends, and translates what it throws, without a generator more for every message. */
function guarded<T>(stream: AsyncGenerator<T>, method: string, trace: ServerTrace): AsyncIterable<T> {
  const begun = performance.now();
  let isOver = false;
  const ended = (code: string): void => {
    if (!isOver) trace.called(method, code, (performance.now() - begun) / 1000);
    isOver = true;
  };
  const finish = (result: IteratorResult<T>): IteratorResult<T> => {
    if (result.done) ended("ok");
    return result;
  };
  const failed = (error: unknown): never => {
    ended(codeOf(error));
    throw connectErrorOf(error, method, trace);
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => stream.next().then(finish, failed),
      return: (value?: unknown) => {
        ended("canceled");
        return stream.return(value);
      },
      throw: (error: unknown) => stream.throw(error),
    }),
  };
}

/** Puts what is the same for many clients into the response, in a message of that kind. */
function carrier(context: HandlerContext, trace: ServerTrace) {
  const raw = context.values.get(rawBatchesKey);
  if (raw === undefined) throw new Error("a stream came in past the handler");
  return {
    batch: <S extends StreamMessage>(schema: S, batch: Batch): MessageShape<S> => {
      trace.sent(batch);
      return raw.put(schema, batch);
    },
    opened: <S extends StreamMessage>(schema: S, opened: OpenedCursor): MessageShape<S> => {
      if (isShared(opened)) return raw.putOpened(schema, opened);
      return create(schema, { kind: { case: "opened", value: wholeOpened(opened) } } as never) as MessageShape<S>;
    },
  };
}

function startedMessage({ id: watchId, caller: { name, roles, folders = [] } }: Watch) {
  const caller = create(CallerSchema, { name, roles: [...roles], folders: [...folders] });
  return { watchId, caller };
}

function watched(item: Exclude<WatchItem, { kind: "batch" | "opened" }>): WatchResponse {
  if (item.kind === "ended") return create(WatchResponseSchema, { kind: { case: "ended", value: item.ended } });
  if (item.kind === "heartbeat") return create(WatchResponseSchema, { kind: { case: "heartbeat", value: {} } });
  return create(WatchResponseSchema, { kind: { case: "sessionChanged", value: changedMessage(item.change) } });
}

function requireCursor<C>(cursor: C | undefined): C {
  if (cursor !== undefined) return cursor;
  const data = { option: "cursor", allowed: "a session id and a number", found: "nothing" };
  throw new BridleError("invalid_option", "Subscribe needs a cursor: { session_id, after_seq }", data);
}

function noWatch(id: string): BridleError {
  return new BridleError("not_found", `no watch ${id} is running; start one with Watch`, { what: "watch", id });
}
