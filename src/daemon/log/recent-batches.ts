import { dropEvents, joinBatches } from "../store/event-batch.ts";
import type { Batch } from "./log.ts";

/** The last batches of a session, for those who follow closely. All at one position get the same object. */
export class RecentBatches {
  readonly #session: string;
  readonly #head: Uint8Array;
  readonly #batches: Batch[] = [];
  /** What was put together, by its first number. */
  readonly #joined = new Map<number, Batch>();
  #bytes = 0;
  #joinedBytes = 0;

  constructor(session: string, head: Uint8Array) {
    this.#session = session;
    this.#head = head;
  }

  add(batch: Batch): void {
    this.#batches.push(batch);
    this.#bytes += batch.bytes.length;
  }

  /** What comes after a number, up to about `maxBytes`; undefined when the beginning of it is not here. */
  after(position: number, maxBytes: number): Batch | undefined {
    const oldest = this.#batches[0];
    const newest = this.#batches.at(-1);
    if (oldest === undefined || newest === undefined || position + 1 < oldest.first || position >= newest.last) {
      return undefined;
    }
    const made = this.#joined.get(position + 1);
    // Whoever is far behind takes what another took before, unless a much longer one can be had.
    if (made !== undefined && (made.last === newest.last || made.bytes.length >= maxBytes / 2)) return made;
    const batch = this.#from(position, maxBytes);
    this.#keep(batch);
    return batch;
  }

  /** Forgets what all have (up to `position`), and what is more than `maxBytes`. */
  trim(position: number, maxBytes: number): void {
    let gone = 0;
    for (const batch of this.#batches) {
      if (batch.last > position && this.#bytes <= maxBytes) break;
      this.#bytes -= batch.bytes.length;
      gone += 1;
    }
    if (gone === 0) return;
    this.#batches.splice(0, gone);
    const first = this.#batches[0]?.first ?? Number.POSITIVE_INFINITY;
    for (const [from, batch] of this.#joined) {
      if (from >= first) continue;
      this.#joined.delete(from);
      this.#joinedBytes -= batch.bytes.length;
    }
  }

  #from(position: number, maxBytes: number): Batch {
    let at = this.#indexOf(position + 1);
    const begin = this.#batches[at] as Batch;
    const parts: Uint8Array[] = [];
    let bytes = 0;
    let last = begin.last;
    for (; at < this.#batches.length; at += 1) {
      const next = this.#batches[at] as Batch;
      if (parts.length > 0 && bytes + next.bytes.length > maxBytes) break;
      parts.push(next.bytes);
      bytes += next.bytes.length;
      last = next.last;
    }
    const skipped = position + 1 - begin.first;
    if (parts.length === 1 && skipped === 0) return begin;
    if (skipped > 0) parts[0] = dropEvents(this.#head, begin.bytes, skipped);
    const joined = parts.length === 1 ? (parts[0] as Uint8Array) : joinBatches(this.#head, parts);
    return { session: this.#session, first: position + 1, last, bytes: joined };
  }

  /** Of the batch that has this number. From the end: most are there. */
  #indexOf(number: number): number {
    let at = this.#batches.length - 1;
    while (at > 0 && (this.#batches[at] as Batch).first > number) at -= 1;
    return at;
  }

  #keep(batch: Batch): void {
    this.#joinedBytes += batch.bytes.length - (this.#joined.get(batch.first)?.bytes.length ?? 0);
    this.#joined.set(batch.first, batch);
    if (this.#joinedBytes <= maxJoinedBytes) return;
    this.#joined.clear();
    this.#joined.set(batch.first, batch);
    this.#joinedBytes = batch.bytes.length;
  }
}

const maxJoinedBytes = 1024 * 1024;
