import { follow } from "../../../src/daemon/log/follow.ts";
import type { Batch, Bounds, Log } from "../../../src/daemon/log/log.ts";
import { resetTo } from "../../../src/daemon/log/reset-to.ts";
import { batchBytes, SessionFeed } from "../../../src/daemon/log/session-feed.ts";
import { batchHead, encodeBatch } from "../../../src/daemon/store/event-batch.ts";
import type { Outdated, RetentionPolicy } from "../../../src/daemon/store/retention-plan.ts";
import { noSession, wrongSequence } from "../../../src/daemon/store/session-errors.ts";
import type { Store } from "../../../src/daemon/store/store.ts";
import type { Work } from "../../../src/daemon/store/work.ts";

interface KeptSession {
  readonly feed: SessionFeed;
  readonly events: Map<number, Uint8Array>;
  readonly closedMs: number | undefined;
}

/** A log that ends with the process, for tests of what stands in front of a log. */
export class MemoryLog implements Log {
  readonly #store: Pick<Store, "write"> | undefined;
  readonly #sessions = new Map<string, KeptSession>();

  /** The store is for what is stored with events. */
  constructor(store?: Pick<Store, "write">) {
    this.#store = store;
  }

  create(session: string, closedMs?: number): void {
    const feed = new SessionFeed(session, { first: 1, last: 0 });
    this.#sessions.set(session, { feed, events: new Map(), closedMs });
  }

  async append(session: string, expected: number, events: readonly Uint8Array[], also?: Work): Promise<void> {
    const { feed, events: kept } = this.#get(session);
    if (feed.last !== expected) throw wrongSequence(session, expected, feed.last);
    feed.last += events.length;
    try {
      if (also !== undefined) await this.#write(also);
    } catch (error) {
      feed.last = feed.stored;
      throw error;
    }
    for (const [at, event] of events.entries()) kept.set(expected + at + 1, event);
    if (events.length > 0) feed.publish(events, maxRecentBytes);
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

  async delete(session: string, also?: Work): Promise<boolean> {
    if (also !== undefined) await this.#write(also);
    this.#sessions.get(session)?.feed.end();
    return this.#sessions.delete(session);
  }

  async finishErasing(): Promise<void> {}

  async trim(session: string, first: number): Promise<void> {
    const { feed, events } = this.#get(session);
    for (let number = feed.first; number < Math.min(first, feed.stored + 1); number += 1) {
      events.delete(number);
      feed.raise(number + 1);
    }
  }

  async outdated({ maxAgeMs, maxBytes }: RetentionPolicy, nowMs: number): Promise<Outdated[]> {
    const all = [...this.#sessions].map(([id, { closedMs, events }]) => {
      return { id, closedMs, bytes: [...events.values()].reduce((sum, { length }) => sum + length, 0) };
    });
    let excess = maxBytes === undefined ? 0 : all.reduce((sum, { bytes }) => sum + bytes, 0) - maxBytes;
    const closed = all.flatMap(({ closedMs, ...one }) => (closedMs === undefined ? [] : [{ ...one, closedMs }]));
    const outdated: Outdated[] = [];
    for (const { id, closedMs: updatedMs, bytes } of closed.sort((a, b) => a.closedMs - b.closedMs)) {
      if (excess <= 0 && (maxAgeMs === undefined || updatedMs >= nowMs - maxAgeMs)) break;
      outdated.push({ id, updatedMs });
      excess -= bytes;
    }
    return outdated;
  }

  async #write(work: Work): Promise<void> {
    if (this.#store === undefined) throw new Error("this log has no store");
    await this.#store.write(work);
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

  #get(session: string): KeptSession {
    const kept = this.#sessions.get(session);
    if (kept === undefined) throw noSession(session);
    return kept;
  }
}

const maxRecentBytes = 1024 * 1024;
