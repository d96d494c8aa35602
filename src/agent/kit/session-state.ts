type SessionStateName = "running" | "requires_action" | "idle";

/** What the session is doing, for hosts that asked to be told: each change once. */
export class SessionState {
  readonly #report: (state: SessionStateName) => void;
  #reported: SessionStateName = "idle";
  #isRunning = false;
  #asks = 0;

  constructor(report: (state: SessionStateName) => void) {
    this.#report = report;
  }

  turn(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#update();
  }

  asking(open: number): void {
    this.#asks = open;
    this.#update();
  }

  #update(): void {
    const state = !this.#isRunning ? "idle" : this.#asks > 0 ? "requires_action" : "running";
    if (state === this.#reported) return;
    this.#reported = state;
    this.#report(state);
  }
}
