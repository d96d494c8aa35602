import type { Event } from "../../../src/api/gen/bridle/v1/event_pb.js";
import type { PageClient } from "../../../src/api/page-client.ts";
import type { FromHub } from "./hub-messages.ts";

/** So many events of a replay are handed over at once. */
const maxBatch = 256;

/**
 * One tab's place in a session. Events come live from the stream that all tabs share; one that begins further back
 * first catches up by a stream of its own. Whatever comes from where: each event once and in order.
 */
export class Follower {
  readonly #sessionId: string;
  readonly #send: (message: FromHub) => void;
  #after: number;
  #state: { readonly at: "live" } | { readonly at: "catching_up"; readonly ending: AbortController } = { at: "live" };

  constructor(sessionId: string, afterSeq: number, send: (message: FromHub) => void) {
    this.#sessionId = sessionId;
    this.#after = afterSeq;
    this.#send = send;
  }

  /** From the shared stream. */
  live(events: readonly Event[]): void {
    if (this.#state.at === "live") this.#deliver(events);
  }

  reset(firstSeq: number): void {
    if (this.#after >= firstSeq - 1) return;
    this.#after = firstSeq - 1;
    this.#send({ type: "reset", sessionId: this.#sessionId, firstSeq });
  }

  stop(): void {
    if (this.#state.at === "catching_up") this.#state.ending.abort();
  }

  /** `position`: how far the shared stream is; undefined where it no longer has this session. */
  catchUp(client: PageClient, position: () => number | undefined): void {
    if (this.#isThere(position())) return;
    const ending = new AbortController();
    this.#state = { at: "catching_up", ending };
    void this.#replay(client, position, ending.signal).catch(() => {
      if (!ending.signal.aborted) this.#send({ type: "ended", sessionId: this.#sessionId, reason: "not_found" });
    });
  }

  async #replay(client: PageClient, position: () => number | undefined, signal: AbortSignal): Promise<void> {
    const onReset = (firstSeq: number): void => this.reset(firstSeq);
    let batch: Event[] = [];
    let last = this.#after;
    for await (const event of client.follow(this.#sessionId, this.#after, { signal, onReset })) {
      batch.push(event);
      last = Number(event.seq);
      const isThere = last >= (position() ?? last);
      if (!isThere && batch.length < maxBatch) continue;
      this.#deliver(batch);
      batch = [];
      if (!isThere) continue;
      // Before the loop is left, which takes a while: what the shared stream brings meanwhile counts.
      this.#state = { at: "live" };
      return;
    }
  }

  #isThere(position: number | undefined): boolean {
    return position === undefined || this.#after >= position;
  }

  #deliver(events: readonly Event[]): void {
    const fresh = events.filter(({ seq }) => Number(seq) > this.#after);
    const last = fresh.at(-1);
    if (last === undefined) return;
    this.#after = Number(last.seq);
    this.#send({ type: "events", sessionId: this.#sessionId, events: fresh });
  }
}
