import type { Batch } from "./log.ts";
import { resetTo } from "./reset-to.ts";
import { batchBytes, type Follower, type SessionFeed } from "./session-feed.ts";

/** Gives stored events after a number, none beyond `upTo`. */
type ReadStored = (after: number, upTo: number) => Promise<Batch | undefined>;

/** A cursor that moves: from what came of late if it is there, else by pages of the store, one at a time. */
export async function* follow(
  feed: SessionFeed,
  after: number,
  signal: AbortSignal,
  readStored: ReadStored,
): AsyncGenerator<Batch> {
  const follower: Follower = { position: after, wake: undefined };
  const onAbort = (): void => follower.wake?.();
  signal.addEventListener("abort", onAbort);
  feed.add(follower);
  try {
    while (!signal.aborted && !feed.isEnded) {
      if (follower.position >= feed.stored) {
        if (follower.position > feed.last) throw resetTo(feed.first);
        await nextWake(follower);
        continue;
      }
      if (follower.position < feed.first - 1) throw resetTo(feed.first);
      const batch = feed.recent(follower.position, batchBytes) ?? (await readStored(follower.position, feed.stored));
      if (signal.aborted || feed.isEnded) return;
      if (batch?.first !== follower.position + 1) throw resetTo(Math.max(feed.first, batch?.first ?? 0));
      follower.position = batch.last;
      yield batch;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    feed.remove(follower);
  }
}

function nextWake(follower: Follower): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  follower.wake = resolve;
  return promise;
}
