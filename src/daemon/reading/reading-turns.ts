/** Somebody who has something to read. */
export interface TurnTaker {
  /** Reads a part, and asks for another turn if there is more. */
  takeTurn(): void;
}

/** What may be read between two commits. */
interface ReadingLimits {
  /** Of one agent: an event or a request is one; what costs less is less. */
  readonly units: number;
  readonly ms: number;
  readonly bytes: number;
  /** The same for all agents together. */
  readonly allUnits: number;
  readonly allMs: number;
}

const lateMs = 2000;

export const readingLimits: ReadingLimits = {
  units: 384,
  ms: 3,
  bytes: 256 * 1024,
  allUnits: 3072,
  allMs: 6,
};

/**
 * Agents read in turn, each a part, and all of them a part before each commit. So whatever one of them says, the loop
 * comes to everybody else's calls and the next commit within a few milliseconds.
 */
export class ReadingTurns {
  readonly limits: ReadingLimits;
  readonly #beforeCommit: (prepare: () => void) => void;
  readonly #waiting = new Set<TurnTaker>();
  /** Have had their part. */
  #served = new Set<TurnTaker>();
  #units = 0;
  #ms = 0;
  #round = 0;
  #ends = false;
  #latest: { readonly taker: TurnTaker | undefined } = { taker: undefined };
  /** When the latest took over from another. */
  #before = { atMs: Number.NEGATIVE_INFINITY };
  #next: NodeJS.Immediate | undefined;

  constructor(beforeCommit: (prepare: () => void) => void, limits = readingLimits) {
    this.#beforeCommit = beforeCommit;
    this.limits = limits;
  }

  /** From one commit to the next. */
  get round(): number {
    return this.#round;
  }

  /** Nothing more is read before the next commit. */
  get isOver(): boolean {
    return this.#units >= this.limits.allUnits || this.#ms >= this.limits.allMs;
  }

  spend(taker: TurnTaker, units: number, ms: number): void {
    this.#units += units;
    this.#ms += ms;
    if (taker !== this.#latest.taker)
      this.#before = { atMs: this.#latest.taker === undefined ? Number.NEGATIVE_INFINITY : performance.now() };
    this.#latest = { taker };
    if (this.#ends) return;
    this.#ends = true;
    this.#beforeCommit(() => this.#nextRound());
  }

  /** Somebody else read something of late. */
  isShared(taker: TurnTaker): boolean {
    if (this.#latest.taker !== taker) return this.#latest.taker !== undefined;
    return performance.now() - this.#before.atMs < lateMs;
  }

  /** For another turn; in the next round, if this one's part is used up. */
  wait(taker: TurnTaker, isServed: boolean): void {
    (isServed ? this.#served : this.#waiting).add(taker);
    this.#schedule();
  }

  leave(taker: TurnTaker): void {
    this.#waiting.delete(taker);
    this.#served.delete(taker);
  }

  #nextRound(): void {
    this.#round += 1;
    this.#units = 0;
    this.#ms = 0;
    this.#ends = false;
    // Behind those who had none in this round.
    for (const taker of this.#served) this.#waiting.add(taker);
    this.#served = new Set();
    this.#schedule();
  }

  #schedule(): void {
    if (this.#waiting.size === 0 || this.isOver) return;
    this.#next ??= setImmediate(() => this.#run());
  }

  #run(): void {
    this.#next = undefined;
    for (const taker of [...this.#waiting]) {
      if (this.isOver) break;
      this.#waiting.delete(taker);
      taker.takeTurn();
    }
    this.#schedule();
  }
}
