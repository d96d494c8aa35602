/** Time that goes by only when somebody lets it. */
export class VirtualClock {
  /** What a watch would show that nobody sets. */
  nowMs = 1_000_000_000;
  #wallOffsetMs = 0;
  #steadyOffsetMs = 0;

  get wallMs(): number {
    return this.nowMs + this.#wallOffsetMs;
  }

  /** Of the daemon that runs. */
  get steadyMs(): number {
    return this.nowMs + this.#steadyOffsetMs;
  }

  pass(ms: number): void {
    this.nowMs += ms;
  }

  /** Somebody sets the clock of the machine. */
  jump(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  /** The steady clock of a new daemon begins with the wall clock of its start. */
  startDaemon(): void {
    this.#steadyOffsetMs = this.#wallOffsetMs;
  }
}
