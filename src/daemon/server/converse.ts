import { create } from "@bufbuild/protobuf";
import { errorDataJson, toConnectError } from "../../api/error-detail.ts";
import {
  ConversationService,
  type ConverseRequest,
  type ConverseResponse,
  ConverseResponseSchema,
  type Cursor,
} from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { BridleError, isBridleError } from "../../errors.ts";
import type { Caller } from "../access/caller.ts";
import type { Reach } from "../access/reach.ts";
import { requireAccess } from "../access/require-access.ts";
import type { Batch } from "../log/log.ts";
import { Merge } from "./merge.ts";
import { type CursorSources, readCursor } from "./read-cursor.ts";
import { refuseUnknownFields } from "./refuse-unknown-fields.ts";
import type { ServerTrace } from "./server-trace.ts";
import type { SessionCalls } from "./session-calls.ts";
import type { OpenedCursor } from "./shared-asks.ts";

type ConverseItem =
  | { readonly batch: Batch }
  | { readonly opening: OpenedCursor }
  | { readonly message: ConverseResponse };

interface ConverseDeps {
  readonly sources: CursorSources;
  readonly reach: Reach;
  readonly calls: SessionCalls;
  readonly caller: Caller;
}

/** A cursor and the answers to the client's requests on one stream. Requests are served one after the other. */
export async function* converse(
  deps: ConverseDeps,
  requests: AsyncIterable<ConverseRequest>,
  signal: AbortSignal,
): AsyncGenerator<ConverseItem, void, undefined> {
  const incoming = requests[Symbol.asyncIterator]();
  const first = await incoming.next();
  if (first.done) return;
  if (first.value.kind.case !== "open") throw badRequest("the first request of Converse opens a session");
  const cursor = first.value.kind.value;
  const merge = new Merge<ConverseItem>();
  const listening = new AbortController();
  const stop = (): void => listening.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  merge.add("events", events(deps, cursor, listening.signal));
  // Without more requests the events end too, and so the stream.
  merge.add("answers", answers(deps, incoming, cursor.sessionId, stop));
  yield* merge.items(signal, true);
}

async function* events(
  { sources }: ConverseDeps,
  { sessionId, afterSeq }: Cursor,
  signal: AbortSignal,
): AsyncGenerator<ConverseItem, void, undefined> {
  for await (const item of readCursor(sources, sessionId, Number(afterSeq), signal)) {
    if (item.kind === "batch") yield item;
    else if (item.kind === "opened") yield { opening: item };
    else yield message({ case: "ended", value: item.ended });
  }
}

async function* answers(
  deps: ConverseDeps,
  requests: AsyncIterator<ConverseRequest>,
  sessionId: string,
  done: () => void,
): AsyncGenerator<ConverseItem, void, undefined> {
  for (let next = await requests.next(); !next.done; next = await requests.next()) {
    const { kind } = next.value;
    const callId = kind.case === undefined || kind.case === "open" ? "" : kind.value.callId;
    try {
      yield message(await answer(deps, kind, sessionId), callId);
    } catch (error) {
      yield message({ case: "failed", value: failure(error, kind.case ?? "nothing", deps.sources.trace) }, callId);
    }
  }
  done();
}

async function answer(
  { calls, caller, reach }: ConverseDeps,
  kind: ConverseRequest["kind"],
  sessionId: string,
): Promise<ConverseResponse["kind"]> {
  if (kind.case !== undefined && kind.case !== "open") {
    if ("sessionId" in kind.value) kind.value.sessionId ||= sessionId;
    const method = ConversationService.method[kind.case];
    requireAccess(method, kind.value, caller, reach);
    refuseUnknownFields(method, kind.value);
  }
  switch (kind.case) {
    case "sendPrompt":
      return { case: "prompt", value: await calls.sendPrompt(kind.value, caller) };
    case "interrupt":
      return { case: "interrupt", value: await calls.interrupt(kind.value, caller) };
    case "answerAsk":
      return { case: "ask", value: await calls.answerAsk(kind.value, caller) };
    case "answerQuestion":
      return { case: "question", value: await calls.answerQuestion(kind.value, caller) };
    case "cancelPrompt":
      return { case: "cancelled", value: await calls.cancelPrompt(kind.value, caller) };
    default:
      throw badRequest("a session is opened once on a stream; after it come requests");
  }
}

function failure(error: unknown, method: string, trace: ServerTrace) {
  if (!isBridleError(error)) trace.failed(error, `Converse ${method}`);
  const code = isBridleError(error) ? error.code : "internal";
  const dataJson = isBridleError(error) ? errorDataJson(error) : "{}";
  return { $typeName: "bridle.v1.CallFailed", code, message: toConnectError(error).rawMessage, dataJson } as const;
}

function message(kind: ConverseResponse["kind"], callId = ""): ConverseItem {
  return { message: create(ConverseResponseSchema, { kind, callId }) };
}

function badRequest(text: string): BridleError {
  return new BridleError("invalid_option", text, { option: "kind", allowed: "open, then requests", found: "another" });
}
