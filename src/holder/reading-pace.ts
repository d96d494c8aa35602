/** Pieces closer than this, so many in a row, are a flood. A turn begins with a few, and nobody should wait for those. */
const soonMs = 2;
const floodRow = 8;
const restMs = 1;
/** A piece this long was worth reading at once. */
const longBytes = 16 * 1024;

/**
 * When an agent's pipe is read. Agents write line by line, and a piece costs
 * the same however small it is, here and in the daemon. So in a flood of small
 * ones the pipe rests for a moment: the next piece is all that came meanwhile.
 */
export class ReadingPace {
  readonly #rested: () => void;
  #lastAt = 0;
  #row = 0;
  #rest: NodeJS.Timeout | undefined;

  constructor(rested: () => void) {
    this.#rested = rested;
  }

  get isResting(): boolean {
    return this.#rest !== undefined;
  }

  /** A piece was read. */
  took(bytes: number): void {
    const now = performance.now();
    this.#row = now - this.#lastAt < soonMs && bytes < longBytes ? this.#row + 1 : 0;
    this.#lastAt = now;
    if (this.#row > floodRow) this.#rest ??= setTimeout(this.#wake, restMs);
  }

  readonly #wake = (): void => {
    this.#rest = undefined;
    this.#rested();
  };
}
