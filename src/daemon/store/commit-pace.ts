/**
 * When the next commit may be. At once after a pause; in a flood commits take at most about a quarter of the time:
 * each writes a page per session it touches, so fewer and larger ones cost much less.
 */
export class CommitPace {
  #beganAt = 0;
  #nextAt = 0;

  waitMs(): number {
    return this.#nextAt - performance.now();
  }

  begins(): void {
    this.#beganAt = performance.now();
  }

  ends(): void {
    const now = performance.now();
    this.#nextAt = now + Math.min(maxWaitMs, (now - this.#beganAt) * pausePerWork);
  }
}

const pausePerWork = 3;
const maxWaitMs = 4;
