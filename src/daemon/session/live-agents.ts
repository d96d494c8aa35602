/** A session that has an agent, as the limit sees it. */
export interface LiveSession {
  readonly id: string;
  /** Since when it has nothing to do; undefined while it has. */
  readonly idleSinceMs: number | undefined;
  /** Puts its agent to sleep. */
  sleep(): void;
}

interface WaitingSession {
  readonly session: LiveSession;
  readonly isPrompted: boolean;
  readonly go: () => void;
}

/**
 * How many agents may run at once. One that wants to start waits its turn;
 * whoever has been idle longest goes to sleep for it.
 */
export class LiveAgents {
  readonly #max: number;
  readonly #live = new Set<LiveSession>();
  /** Going to sleep for one that waits. */
  readonly #leaving = new Set<LiveSession>();
  readonly #waiting: WaitingSession[] = [];
  #isPromptsTurn = true;

  constructor(max: number) {
    this.#max = max;
  }

  get count(): number {
    return this.#live.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when the session may start its agent. `isPrompted`: somebody sent a prompt that waits for it. */
  acquire(session: LiveSession, isPrompted = true): Promise<void> {
    if (this.#live.has(session)) return Promise.resolve();
    if (this.#live.size < this.#max) {
      this.#live.add(session);
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ session, isPrompted, go: resolve });
    this.makeRoom();
    return promise;
  }

  /** Counts an agent that runs already, over the limit if need be. */
  adopt(session: LiveSession): void {
    this.#live.add(session);
  }

  /** Its agent has ended. */
  release(session: LiveSession): void {
    this.#leaving.delete(session);
    if (!this.#live.delete(session)) return;
    const next = this.#live.size < this.#max ? this.#takeNext() : undefined;
    if (next !== undefined) {
      this.#live.add(next.session);
      next.go();
    }
    this.makeRoom();
  }

  /** To be called when a session becomes idle: somebody may wait. */
  makeRoom(): void {
    if (this.#waiting.length === 0) return;
    // There may be too many already: they were adopted.
    const wanted = this.#waiting.length + this.#live.size - this.#max - this.#leaving.size;
    const idle = [...this.#live].filter((one) => one.idleSinceMs !== undefined && !this.#leaving.has(one));
    idle.sort((a, b) => (a.idleSinceMs ?? 0) - (b.idleSinceMs ?? 0));
    for (const session of idle.slice(0, Math.max(0, wanted))) {
      this.#leaving.add(session);
      session.sleep();
    }
  }

  /** In turns one with a prompt and one of all: thousands of decided calls, say, are not all before the prompt that came after them. */
  #takeNext(): WaitingSession | undefined {
    const prompted = this.#isPromptsTurn ? this.#waiting.findIndex((one) => one.isPrompted) : 0;
    this.#isPromptsTurn = !this.#isPromptsTurn;
    return this.#waiting.splice(Math.max(0, prompted), 1)[0];
  }
}
