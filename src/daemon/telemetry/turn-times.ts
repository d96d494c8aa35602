const works: ReadonlySet<string> = new Set(["running", "waiting"]);

/** How long turns take. One that began under an earlier daemon counts from this one's start of knowing it. */
export class TurnTimes {
  readonly #nowMs: () => number;
  readonly #begun = new Map<string, number>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  changed({ session, to }: { readonly session: string; readonly to: string }): void {
    if (!works.has(to)) this.#begun.delete(session);
    else if (!this.#begun.has(session)) this.#begun.set(session, this.#nowMs());
  }

  /** In seconds. The next turn of the session may begin at once, without another state between them. */
  ended(session: string): number {
    const now = this.#nowMs();
    const begun = this.#begun.get(session) ?? now;
    this.#begun.set(session, now);
    return (now - begun) / 1000;
  }
}
