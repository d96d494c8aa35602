import { beginErasing, eraseDeleted, trimPiece } from "../store/erase-session.ts";
import { appendEvents } from "../store/events-table.ts";
import type { Outdated, RetentionPolicy } from "../store/retention-plan.ts";
import { noSession, wrongSequence } from "../store/session-errors.ts";
import { getBounds } from "../store/sessions-table.ts";
import type { Store } from "../store/store.ts";
import { together, type Work } from "../store/work.ts";
import { follow } from "./follow.ts";
import type { Batch, Bounds, Log } from "./log.ts";
import { resetTo } from "./reset-to.ts";
import { batchBytes, SessionFeed } from "./session-feed.ts";
import { SharedPages } from "./shared-pages.ts";

/** The log in the daemon's database. A session is a row of `sessions`, written before or in the same tick as its first events. */
export class SqliteLog implements Log {
  readonly #store: Store;
  readonly #feeds = new Map<string, SessionFeed>();
  /** Pages being read, for all who want the same. */
  readonly #pages = new Map<string, Promise<Batch | undefined>>();
  readonly #longPages = new SharedPages();

  /** Sessions that somebody follows. */
  #followed = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Enqueues before it returns: what else is written in this tick is stored with it. */
  append(session: string, expected: number, events: readonly Uint8Array[], also?: Work): Promise<void> {
    // Its row may be on its way; that it is there is checked when the events are stored.
    const feed = this.#feed(session) ?? this.#keep(new SessionFeed(session, { first: 1, last: 0 }));
    if (feed.last !== expected) return Promise.reject(wrongSequence(session, expected, feed.last));
    if (events.length === 0) return also === undefined ? Promise.resolve() : this.#store.write(also);
    feed.last += events.length;
    let bytes = 0;
    for (const event of events) bytes += event.length;
    const appended = appendEvents(session, expected, events);
    return this.#store.write(also === undefined ? appended : together(also, appended), bytes).then(
      () => feed.publish(events, this.#maxRecentBytes()),
      (error) => {
        // Those behind it fail too, as the number before them is missing.
        feed.last = feed.stored;
        if (feed.isIdle) this.#feeds.delete(session);
        throw error;
      },
    );
  }

  async bounds(session: string): Promise<Bounds | undefined> {
    const feed = this.#feed(session);
    return feed && { first: feed.first, last: feed.stored };
  }

  async read(session: string, after: number, maxBytes: number): Promise<Batch | undefined> {
    const feed = this.#feed(session);
    if (feed === undefined) throw noSession(session);
    if (after < feed.first - 1 || after > feed.last) throw resetTo(feed.first);
    if (after >= feed.stored) return undefined;
    const batch = await this.#page(session, after, feed.stored, maxBytes);
    if (batch?.first !== after + 1) throw feed.isEnded ? noSession(session) : resetTo(feed.first);
    return batch;
  }

  async *follow(session: string, after: number, signal: AbortSignal): AsyncGenerator<Batch> {
    if (signal.aborted) return;
    const feed = this.#feed(session);
    if (feed === undefined) throw noSession(session);
    if (feed.followers === 0) this.#followed += 1;
    try {
      yield* follow(feed, after, signal, (from, upTo) => this.#page(session, from, upTo, batchBytes));
    } finally {
      if (feed.followers === 0) this.#followed -= 1;
    }
  }

  async delete(session: string, also?: Work): Promise<boolean> {
    const found = await this.#store.write(beginErasing(session, also));
    this.#feeds.get(session)?.end();
    this.#feeds.delete(session);
    if (found) await eraseDeleted(this.#store);
    return found;
  }

  finishErasing(): Promise<void> {
    return eraseDeleted(this.#store);
  }

  async trim(session: string, first: number): Promise<void> {
    const target = Math.min(first, (this.#feed(session)?.stored ?? 0) + 1);
    for (let reached = 0; reached < target; ) {
      reached = await this.#store.write(trimPiece(session, target));
      this.#feeds.get(session)?.raise(reached);
    }
  }

  outdated(policy: RetentionPolicy, nowMs: number): Promise<readonly Outdated[]> {
    return this.#store.reader.planRetention(policy, nowMs);
  }

  #page(session: string, after: number, upTo: number, maxBytes: number): Promise<Batch | undefined> {
    const key = `${session} ${after} ${maxBytes}`;
    const inFlight = this.#pages.get(key);
    if (inFlight !== undefined) return inFlight;
    const known = this.#longPages.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const page = this.#store.reader
      .page({ session, after, upTo, maxBytes })
      .then((found) => found && this.#longPages.share(key, { session, ...found }))
      .finally(() => this.#pages.delete(key));
    this.#pages.set(key, page);
    return page;
  }

  #feed(session: string): SessionFeed | undefined {
    const known = this.#feeds.get(session);
    if (known !== undefined) return known;
    const row = this.#store.read(getBounds(session));
    return row && this.#keep(new SessionFeed(session, row));
  }

  #keep(feed: SessionFeed): SessionFeed {
    if (this.#feeds.size >= maxFeeds) {
      for (const [session, known] of this.#feeds) if (known.isIdle) this.#feeds.delete(session);
    }
    this.#feeds.set(feed.session, feed);
    return feed;
  }

  #maxRecentBytes(): number {
    return Math.min(maxRecentBytes, maxAllRecentBytes / Math.max(1, this.#followed));
  }
}

const maxFeeds = 300;
const maxRecentBytes = 1024 * 1024;
const maxAllRecentBytes = 32 * 1024 * 1024;
