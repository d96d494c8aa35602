import { batchHead, encodeBatch } from "../store/event-batch.ts";
import type { Batch, Bounds } from "./log.ts";
import { RecentBatches } from "./recent-batches.ts";

/** A cursor on a session. `wake` is set while it waits for more. */
export interface Follower {
  position: number;
  wake: (() => void) | undefined;
}

/** What is known in memory of a session's log: its numbers, who follows it, and what they may still need of late. */
export class SessionFeed {
  readonly session: string;
  /** The last number that was given; what lies between it and `stored` is on its way. */
  last: number;
  readonly #recent: RecentBatches;
  readonly #head: Uint8Array;
  readonly #followers = new Set<Follower>();
  #first: number;
  #stored: number;
  #isEnded = false;
  #wokenAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(session: string, { first, last }: Bounds) {
    this.session = session;
    this.last = last;
    this.#first = first;
    this.#stored = last;
    this.#head = batchHead(session);
    this.#recent = new RecentBatches(session, this.#head);
  }

  get first(): number {
    return this.#first;
  }

  get stored(): number {
    return this.#stored;
  }

  /** The session was deleted. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Nobody follows it and nothing is on its way: it can be made again from the store. */
  get isIdle(): boolean {
    return this.#followers.size === 0 && this.last === this.#stored;
  }

  get followers(): number {
    return this.#followers.size;
  }

  add(follower: Follower): void {
    this.#followers.add(follower);
  }

  remove(follower: Follower): void {
    this.#followers.delete(follower);
    if (this.#followers.size === 0) this.#recent.trim(this.#stored, 0);
  }

  /** Events were stored behind those so far. */
  publish(events: readonly Uint8Array[], maxRecentBytes: number): void {
    if (this.#followers.size === 0) {
      this.#stored += events.length;
      return;
    }
    this.#recent.trim(this.#slowest(), maxRecentBytes);
    for (const piece of piecesOf(events)) {
      const first = this.#stored + 1;
      this.#stored += piece.length;
      this.#recent.add({
        session: this.session,
        first,
        last: this.#stored,
        bytes: encodeBatch(this.#head, piece),
      });
    }
    this.#wakeSoon();
  }

  /** For a caught-up follower: what came last, the same object for all. */
  recent(position: number, maxBytes: number): Batch | undefined {
    return this.#recent.after(position, maxBytes);
  }

  /** Events before `first` are no longer kept. */
  raise(first: number): void {
    this.#first = Math.max(this.#first, first);
  }

  end(): void {
    this.#isEnded = true;
    this.#recent.trim(Number.POSITIVE_INFINITY, 0);
    this.#wake();
  }

  #slowest(): number {
    let slowest = this.#stored;
    for (const { position } of this.#followers) if (position < slowest) slowest = position;
    return slowest;
  }

  /** At once after a pause; in a flood now and then, the rarer the more follow: each batch costs each of them the same. */
  #wakeSoon(): void {
    if (this.#timer !== undefined) return;
    const interval = Math.min(maxIntervalMs, this.#followers.size ** 3 * intervalMs);
    const wait = this.#wokenAt + interval - performance.now();
    if (wait <= 0) this.#wake();
    else this.#timer = setTimeout(() => this.#wake(), wait);
  }

  #wake(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wokenAt = performance.now();
    for (const follower of this.#followers) {
      follower.wake?.();
      follower.wake = undefined;
    }
  }
}

/** Cut so that none is much longer than a batch should be; mostly it is all in one. */
function piecesOf(events: readonly Uint8Array[]): (readonly Uint8Array[])[] {
  const pieces: (readonly Uint8Array[])[] = [];
  let begin = 0;
  let bytes = 0;
  for (const [at, event] of events.entries()) {
    if (at > begin && bytes + event.length > batchBytes) {
      pieces.push(events.slice(begin, at));
      begin = at;
      bytes = 0;
    }
    bytes += event.length;
  }
  pieces.push(begin === 0 ? events : events.slice(begin));
  return pieces;
}

/** About how much a batch holds at most. */
export const batchBytes = 256 * 1024;

const maxIntervalMs = 20;
/** By the cube: five hardly wait, ten share what came in 20 ms. */
const intervalMs = 0.02;
