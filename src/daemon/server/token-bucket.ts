/** So much at once, then so many a second, for each key by itself. */
export class TokenBuckets {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string, { left: number; atMs: number }>();

  constructor(perSecond: number, burst: number, nowMs: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#nowMs = nowMs;
  }

  /** False: too many. */
  take(key: string): boolean {
    const now = this.#nowMs();
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      if (this.#buckets.size >= maxKeys) this.#forgetFull(now);
      bucket = { left: this.#burst, atMs: now };
      this.#buckets.set(key, bucket);
    }
    bucket.left = Math.min(this.#burst, bucket.left + ((now - bucket.atMs) / 1000) * this.#perSecond);
    bucket.atMs = now;
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  }

  /** A full bucket says nothing that a missing one does not. Should none be full, all begin anew. */
  #forgetFull(now: number): void {
    for (const [key, { left, atMs }] of this.#buckets) {
      if (left + ((now - atMs) / 1000) * this.#perSecond >= this.#burst) this.#buckets.delete(key);
    }
    if (this.#buckets.size >= maxKeys) this.#buckets.clear();
  }
}

const maxKeys = 10_000;
