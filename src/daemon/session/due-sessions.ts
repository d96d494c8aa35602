import { nextDueOfSessions, sessionsDue } from "../store/sessions-table.ts";
import { type FoundSessions, SessionRounds } from "./session-rounds.ts";

/** The wall clock may jump while a machine sleeps: it is looked at now and then. */
const lookAgainMs = 60_000;
/** Where something could not be done, it is not tried without a pause. */
const againMs = 1000;

/** Sessions that are only rows, and in which something is due by itself: they are made when it is. */
export class DueSessions {
  readonly #store: FoundSessions["store"];
  readonly #rounds: SessionRounds;
  #timer: NodeJS.Timeout | undefined;
  #state: "new" | "watching" | "closed" = "new";
  #nextMs = Number.POSITIVE_INFINITY;

  constructor(found: FoundSessions) {
    this.#store = found.store;
    this.#rounds = new SessionRounds(found, {
      next: (limit) => (this.#state === "closed" ? [] : found.store.read(sessionsDue(Date.now(), limit))),
      act: (session) => session.timer.catchUp(),
    });
  }

  /** What was due while no daemon ran is done soon. */
  begin(): void {
    if (this.#state !== "new") return;
    this.#state = "watching";
    this.#look();
  }

  close(): void {
    this.#state = "closed";
    clearTimeout(this.#timer);
  }

  /** There is another one, and this is when it is due. */
  expect(dueMs: number): void {
    if (this.#state === "watching" && dueMs < this.#nextMs) this.#wait(dueMs);
  }

  #wait(nextMs: number, leastMs = 0): void {
    clearTimeout(this.#timer);
    if (this.#state === "closed") return;
    this.#nextMs = nextMs;
    const delayMs = Math.max(leastMs, Math.min(nextMs - Date.now(), lookAgainMs));
    this.#timer = setTimeout(() => void this.#doWhatIsDue(), delayMs).unref();
  }

  async #doWhatIsDue(): Promise<void> {
    const isDone = await this.#rounds.run();
    this.#look(isDone ? 0 : againMs);
  }

  #look(leastMs = 0): void {
    if (this.#state === "watching")
      this.#wait(this.#store.read(nextDueOfSessions()) ?? Number.POSITIVE_INFINITY, leastMs);
  }
}
