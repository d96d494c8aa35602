/**
 * When the next commit may be. At once, except in a flood: then some milliseconds later, the more the longer the last
 * one took. Each writes a page per session it touches and sends a message to each client, so fewer and larger ones cost
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
    const pause = Math.max(minWaitMs, Math.min(maxWaitMs, (now - this.#beganAt) * pausePerWork));
    this.#nextAt = this.#row > floodRow ? now + pause : now;
  }
}

const soonMs = 6;
/** A turn begins with a few commits in a row, and its first words should not wait. */
const floodRow = 8;
const pausePerWork = 3;
const minWaitMs = 2;
const maxWaitMs = 4;
