import { nextDue, wallDueMs } from "../core/due.ts";
import type { Limits } from "../core/limits.ts";
import type { SessionState } from "../core/session-state.ts";
import { now } from "./clock.ts";

/** The wall clock may jump while a machine sleeps: it is looked at now and then. */
const lookAgainMs = 60_000;

/** Tells when something of a session is due. What is due follows from its state; this only waits. */
export class SessionTimer {
  readonly #limits: Pick<Limits, "idleSleepMs" | "parkAfterMs">;
  readonly #state: () => SessionState;
  readonly #due: () => void;
  #timer: NodeJS.Timeout | undefined;
  #firesAtMs = Number.POSITIVE_INFINITY;

  constructor(limits: Pick<Limits, "idleSleepMs" | "parkAfterMs">, state: () => SessionState, due: () => void) {
    this.#limits = limits;
    this.#state = state;
    this.#due = due;
  }

  /** The state is another. One that is due later than before is met when the earlier time comes. */
  look(): void {
    const delayMs = this.#delayMs();
    const at = performance.now() + delayMs;
    if (delayMs === Number.POSITIVE_INFINITY || at >= this.#firesAtMs) return;
    clearTimeout(this.#timer);
    this.#firesAtMs = at;
    this.#timer = setTimeout(() => this.#fire(), Math.max(0, Math.min(delayMs, lookAgainMs))).unref();
  }

  /** Something may be due that no time tells. */
  fire(): void {
    if (this.#firesAtMs !== Number.NEGATIVE_INFINITY) this.#due();
  }

  /** Something should have been done by now: it is, before anything else. */
  catchUp(): void {
    if (this.wallDueMs <= Date.now()) this.fire();
  }

  get wallDueMs(): number {
    return wallDueMs(this.#state());
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#firesAtMs = Number.NEGATIVE_INFINITY;
  }

  #delayMs(): number {
    const due = nextDue(this.#state(), this.#limits);
    const { wallMs, steadyMs } = now();
    return Math.min(due.wallMs - wallMs, due.steadyMs - steadyMs);
  }

  /** Where this process was held up itself, what the agent said meanwhile is read before the immediate runs. */
  #fire(): void {
    setImmediate(() => {
      if (this.#firesAtMs === Number.NEGATIVE_INFINITY) return;
      this.#firesAtMs = Number.POSITIVE_INFINITY;
      if (this.#delayMs() <= 0) this.#due();
      this.look();
    });
  }
}
