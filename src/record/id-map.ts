/** Which live id stands for a recorded one. One to one: an id bound once keeps its meaning. */
export class IdMap {
  readonly #live = new Map<string, string>();
  readonly #recorded = new Map<string, string>();

  /** False when either is bound to something else. */
  bind(recorded: string, live: string): boolean {
    const boundLive = this.#live.get(recorded) ?? live;
    const boundRecorded = this.#recorded.get(live) ?? recorded;
    if (boundLive !== live || boundRecorded !== recorded) return false;
    this.#live.set(recorded, live);
    this.#recorded.set(live, recorded);
    return true;
  }

  /** An id that was never bound stands for itself. */
  live(recorded: string): string {
    return this.#live.get(recorded) ?? recorded;
  }
}
