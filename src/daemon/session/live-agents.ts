/** A session that has an agent, as the limit sees it. */
export interface LiveSession {
  readonly id: string;
  /** Since when it has nothing to do; undefined while it has. */
  readonly idleSinceMs: number | undefined;
  /** Puts its agent to sleep. */
  sleep(): void;
}

/**
 * How many agents may run at once. One that wants to start waits its turn;
 * whoever has been idle longest goes to sleep for it.
 */
export class LiveAgents {
  readonly #max: number;
  readonly #live = new Set<LiveSession>();
  readonly #waiting: { readonly session: LiveSession; readonly go: () => void }[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  get count(): number {
    return this.#live.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when the session may start its agent. */
  acquire(session: LiveSession): Promise<void> {
    if (this.#live.has(session)) return Promise.resolve();
    if (this.#live.size < this.#max) {
      this.#live.add(session);
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ session, go: resolve });
    this.makeRoom();
    return promise;
  }

  /** Counts an agent that runs already, over the limit if need be. */
  adopt(session: LiveSession): void {
    this.#live.add(session);
  }

  /** Its agent has ended. */
  release(session: LiveSession): void {
    if (!this.#live.delete(session)) return;
    const next = this.#live.size < this.#max ? this.#waiting.shift() : undefined;
    if (next === undefined) return;
    this.#live.add(next.session);
    next.go();
    this.makeRoom();
  }

  /** To be called when a session becomes idle: somebody may wait. */
  makeRoom(): void {
    if (this.#waiting.length === 0) return;
    const idle = [...this.#live].filter(({ idleSinceMs }) => idleSinceMs !== undefined);
    idle.sort((a, b) => (a.idleSinceMs ?? 0) - (b.idleSinceMs ?? 0));
    idle[0]?.sleep();
  }
}
