import type { Outdated, RetentionPolicy } from "../store/retention-plan.ts";
import type { Work } from "../store/work.ts";

/**
 * The ordered, durable events of every session. Numbers start at 1, have no
 * gaps and are given once. An event is stored before anyone sees it.
 * Subscribers are cursors; a slow one costs constant memory and holds up nobody.
 *
 * That a session exists, and whether it is closed, is said elsewhere: its row is written before its first events or with them.
 */
export interface Log {
  /**
   * Adds events (encoded, each with its number inside) behind number `expected`, the last one so far (0: none).
   * Resolves once they are stored. Rejects with `wrong_sequence` when the last number is another, and stores nothing then.
   * Appends need not wait for each other: the last one so far may be still on its way.
   * `also` is done right before them: both are stored, or neither.
   */
  append(session: string, expected: number, events: readonly Uint8Array[], also?: Work): Promise<void>;
  /** The numbers that are kept; `first` is `last + 1` where nothing is. Undefined: no such session. */
  bounds(session: string): Promise<Bounds | undefined>;
  /**
   * Events after a number, up to about `maxBytes` and at least one; undefined where there are none yet.
   * Rejects like `follow`.
   */
  read(session: string, after: number, maxBytes: number): Promise<Batch | undefined>;
  /**
   * Everything after a number: what is stored, then what comes, without gap or duplicate, until the signal aborts
   * or the session is deleted. Throws `reset` when events after it are no longer kept, or when it is a number that
   * was not given yet; `not_found` when there is no such session.
   */
  follow(session: string, after: number, signal: AbortSignal): AsyncIterable<Batch>;
  /**
   * Deletes a session: for everybody at once; resolves when every trace of it is erased. False: there was none.
   * `also` is stored with the deletion, or neither is.
   */
  delete(session: string, also?: Work): Promise<boolean>;
  /** Erases what a daemon that was killed left of deleted sessions. */
  finishErasing(): Promise<void>;
  /** Forgets events before `first`. Whoever needs them gets `reset`. */
  trim(session: string, first: number): Promise<void>;
  /** Closed sessions that the policy does not keep, the longest untouched first. */
  outdated(policy: RetentionPolicy, nowMs: number): Promise<readonly Outdated[]>;
}

export interface Bounds {
  readonly first: number;
  readonly last: number;
}

/** Consecutive events of one session. */
export interface Batch {
  readonly session: string;
  readonly first: number;
  readonly last: number;
  /** An encoded `EventBatch`, made once for all who are caught up. */
  readonly bytes: Uint8Array;
}
