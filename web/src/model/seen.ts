import { signal } from "@preact/signals";
import type { Session } from "../../../src/api/gen/bridle/v1/session_pb.js";

type Looked = Pick<Session, "id" | "lastSeq" | "updatedMs">;

/** What a browser keeps; `localStorage`, as far as it is needed. */
export interface Keep {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

interface Memory {
  /** When this browser first came: what was there before counts as seen. */
  readonly sinceMs: number;
  /** The last event that was on a screen, by session. */
  readonly seqs: ReadonlyMap<string, number>;
}

export const seenKey = "bridle-seen";
/** Of the sessions that were looked at longest ago nothing is kept. */
const maxKept = 2000;
/** A session that streams is looked at many times a second. */
const writeAfterMs = 300;

/** What this browser has looked at, in any of its tabs. */
export class Seen {
  readonly #keep: Keep | undefined;
  readonly #memory = signal<Memory>({ sinceMs: 0, seqs: new Map() });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `keep`: undefined in a browser that stores nothing; then until the page is closed. */
  constructor(keep: Keep | undefined, nowMs = Date.now()) {
    this.#keep = keep;
    const kept = this.#kept();
    this.#memory.value = kept ?? { sinceMs: nowMs, seqs: new Map() };
    if (kept === undefined) this.write();
  }

  /** Something happened in it since this browser last looked. */
  isUnread({ id, lastSeq, updatedMs }: Looked): boolean {
    const { sinceMs, seqs } = this.#memory.value;
    const seq = seqs.get(id);
    return seq === undefined ? lastSeq > 0n && Number(updatedMs) > sinceMs : Number(lastSeq) > seq;
  }

  look(id: string, seq: number): void {
    const { sinceMs, seqs } = this.#memory.peek();
    if ((seqs.get(id) ?? -1) >= seq) return;
    this.#memory.value = { sinceMs, seqs: latest([...seqs, [id, seq]]) };
    this.#timer ??= setTimeout(() => this.write(), writeAfterMs);
  }

  /** Another tab has looked. */
  reload(): void {
    const kept = this.#kept();
    if (kept === undefined) return;
    const { sinceMs, seqs } = this.#memory.peek();
    this.#memory.value = { sinceMs: Math.min(sinceMs, kept.sinceMs), seqs: latest([...kept.seqs, ...seqs]) };
  }

  /** With what other tabs wrote meanwhile. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.reload();
    const { sinceMs, seqs } = this.#memory.peek();
    try {
      this.#keep?.setItem(seenKey, JSON.stringify({ sinceMs, seqs: [...seqs] }));
    } catch {
      // It is full, or not allowed: other tabs are not told.
    }
  }

  #kept(): Memory | undefined {
    try {
      const { sinceMs, seqs } = JSON.parse(this.#keep?.getItem(seenKey) ?? "") as { sinceMs: number; seqs: Entry[] };
      return Number.isFinite(sinceMs) ? { sinceMs, seqs: latest(seqs) } : undefined;
    } catch {
      return undefined;
    }
  }
}

type Entry = readonly [id: string, seq: number];

/** The highest number of each; what was looked at last is last. */
function latest(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const seqs = new Map<string, number>();
  for (const [id, seq] of entries) {
    const highest = Math.max(seq, seqs.get(id) ?? 0);
    seqs.delete(id);
    seqs.set(id, highest);
  }
  return new Map([...seqs].slice(-maxKept));
}
