import { batchHead, encodeBatch } from "../store/event-batch.ts";
import { noSession, wrongSequence } from "../store/session-errors.ts";
import { follow } from "./follow.ts";
import type { Batch, Bounds, Log } from "./log.ts";
import { resetTo } from "./reset-to.ts";
import { batchBytes, SessionFeed } from "./session-feed.ts";

/** A log that ends with the process. */
export class MemoryLog implements Log {
  readonly #sessions = new Map<string, { readonly feed: SessionFeed; readonly events: Map<number, Uint8Array> }>();

  create(session: string): void {
    this.#sessions.set(session, { feed: new SessionFeed(session, { first: 1, last: 0 }), events: new Map() });
  }

  async append(session: string, expected: number, events: readonly Uint8Array[]): Promise<void> {
    const kept = this.#get(session);
    if (kept.feed.last !== expected) throw wrongSequence(session, expected, kept.feed.last);
    for (const event of events) {
      kept.feed.last += 1;
      kept.events.set(kept.feed.last, event);
    }
    if (events.length > 0) kept.feed.publish(events, maxRecentBytes);
  }

  async bounds(session: string): Promise<Bounds | undefined> {
    const feed = this.#sessions.get(session)?.feed;
    return feed && { first: feed.first, last: feed.stored };
  }

  async read(session: string, after: number, maxBytes: number): Promise<Batch | undefined> {
    const { feed } = this.#get(session);
    if (after < feed.first - 1 || after > feed.last) throw resetTo(feed.first);
    return this.#read(session, after, maxBytes);
  }

  async *follow(session: string, after: number, signal: AbortSignal): AsyncGenerator<Batch> {
    if (signal.aborted) return;
    yield* follow(this.#get(session).feed, after, signal, async (from) => this.#read(session, from, batchBytes));
  }

  async delete(session: string): Promise<boolean> {
    this.#sessions.get(session)?.feed.end();
    return this.#sessions.delete(session);
  }

  async trim(session: string, first: number): Promise<void> {
    const { feed, events } = this.#get(session);
    for (let number = feed.first; number < Math.min(first, feed.stored + 1); number += 1) {
      events.delete(number);
      feed.raise(number + 1);
    }
  }

  #read(session: string, after: number, maxBytes: number): Batch | undefined {
    const events: Uint8Array[] = [];
    let bytes = 0;
    for (let number = after + 1; ; number += 1) {
      const event = this.#sessions.get(session)?.events.get(number);
      if (event === undefined || (events.length > 0 && bytes + event.length > maxBytes)) break;
      events.push(event);
      bytes += event.length;
    }
    if (events.length === 0) return undefined;
    return { session, first: after + 1, last: after + events.length, bytes: encodeBatch(batchHead(session), events) };
  }

  #get(session: string): { readonly feed: SessionFeed; readonly events: Map<number, Uint8Array> } {
    const kept = this.#sessions.get(session);
    if (kept === undefined) throw noSession(session);
    return kept;
  }
}

const maxRecentBytes = 1024 * 1024;
