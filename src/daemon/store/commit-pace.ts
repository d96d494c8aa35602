/**
 * When the next commit may be. At once after a pause; in a flood some milliseconds later, the more the longer the last
 * one took: each writes a page per session it touches and sends a message to each client, so fewer and larger ones cost
 * much less.
 */
export class CommitPace {
  #beganAt = 0;
  #nextAt = 0;
  /** How many in a row began soon after the one before. */
  #row = 0;

  waitMs(): number {
    return this.#nextAt - performance.now();
  }

  begins(): void {
    const now = performance.now();
    this.#row = now - this.#beganAt < soonMs ? this.#row + 1 : 0;
    this.#beganAt = now;
  }

  ends(): void {
    const now = performance.now();
    const least = this.#row > floodRow ? floodWaitMs : 0;
    const pause = Math.max(least, (now - this.#beganAt) * pausePerWork);
    this.#nextAt = now + Math.min(maxWaitMs, pause);
  }
}

const pausePerWork = 3;
const maxWaitMs = 4;
const soonMs = 6;
/** A turn begins with a few commits in a row, which nobody should wait for. */
const floodRow = 8;
const floodWaitMs = 2;
