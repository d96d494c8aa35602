import { create } from "@bufbuild/protobuf";
import {
  type Cursor,
  EndedSchema,
  SessionChangedSchema,
  type WatchRequest,
} from "../../api/gen/bridle/v1/conversation_service_pb.js";
import { pause } from "../../api/lost-connection.ts";
import { BridleError, isBridleError } from "../../errors.ts";
import type { Caller } from "../access/caller.ts";
import type { SessionChange } from "../session/session-view.ts";
import { Merge } from "./merge.ts";
import { type CursorItem, type CursorSources, readCursor } from "./read-cursor.ts";
import { sessionChanges } from "./session-changes.ts";

export type WatchItem =
  | CursorItem
  | { readonly kind: "session_changed"; readonly change: SessionChange }
  | { readonly kind: "heartbeat" };

const heartbeatMs = 15_000;

const maxCursors = 4096;

/** Many cursors and the changes of all sessions on one stream. */
export class Watch {
  readonly id = crypto.randomUUID();
  readonly caller: Caller;
  readonly #sources: CursorSources;
  readonly #signal: AbortSignal;
  readonly #merge = new Merge<WatchItem>();
  readonly #cursors = new Map<string, AbortController>();

  constructor(sources: CursorSources, caller: Caller, request: WatchRequest, signal: AbortSignal) {
    this.#sources = sources;
    this.caller = caller;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#close(), { once: true });
    if (request.sessions) this.#merge.add("sessions", this.#changes());
    this.#merge.add("heartbeat", heartbeats(signal));
    this.update(request.cursors, []);
  }

  items(): AsyncGenerator<WatchItem, void, undefined> {
    return this.#merge.items(this.#signal);
  }

  /** A cursor for a session that has one begins anew from its own number. */
  update(add: readonly Cursor[], remove: readonly string[]): void {
    const after = new Set(this.#cursors.keys());
    for (const id of remove) after.delete(id);
    for (const { sessionId } of add) after.add(sessionId);
    const found = after.size;
    if (found > maxCursors) {
      throw new BridleError("invalid_option", `a watch follows at most ${maxCursors} sessions, not ${found}`, {
        option: "cursors",
        allowed: `at most ${maxCursors}`,
        found: String(found),
      });
    }
    for (const id of remove) this.#remove(id);
    for (const cursor of add) this.#add(cursor);
  }

  #add({ sessionId, afterSeq }: Cursor): void {
    this.#remove(sessionId);
    const ending = new AbortController();
    if (this.#signal.aborted) return;
    this.#cursors.set(sessionId, ending);
    this.#merge.add(`session ${sessionId}`, this.#read(sessionId, Number(afterSeq), ending.signal));
  }

  #remove(sessionId: string): void {
    this.#cursors.get(sessionId)?.abort();
    this.#cursors.delete(sessionId);
    this.#merge.remove(`session ${sessionId}`);
  }

  #close(): void {
    for (const id of [...this.#cursors.keys()]) this.#remove(id);
  }

  async *#read(sessionId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<WatchItem, void, undefined> {
    try {
      yield* readCursor(this.#sources, sessionId, afterSeq, signal);
    } catch (error) {
      if (!isBridleError(error, "not_found")) throw error;
      yield { kind: "ended", ended: create(EndedSchema, { sessionId, reason: "not_found" }) };
    }
    if (this.#cursors.get(sessionId)?.signal === signal) this.#cursors.delete(sessionId);
  }

  async *#changes(): AsyncGenerator<WatchItem, void, undefined> {
    for await (const change of sessionChanges(this.#sources.view, this.#signal)) {
      yield { kind: "session_changed", change };
    }
  }
}

export function changedMessage({ session, deleted }: SessionChange) {
  return create(SessionChangedSchema, { session, deleted });
}

async function* heartbeats(signal: AbortSignal): AsyncGenerator<WatchItem, void, undefined> {
  while (!signal.aborted) {
    await pause(heartbeatMs, signal);
    yield { kind: "heartbeat" };
  }
}
