/** Calls `due` when the earliest of some moments has come, by the wall clock, which may jump while a machine sleeps. */
export class DeadlineTimer {
  readonly #due: () => void;
  #atMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(due: () => void) {
    this.#due = due;
  }

  /** At that moment, unless an earlier one is awaited. */
  by(atMs: number): void {
    if (this.#atMs !== undefined && this.#atMs <= atMs) return;
    this.#atMs = atMs;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const ms = (this.#atMs ?? 0) - Date.now();
    this.#timer = setTimeout(() => this.#look(), Math.max(0, Math.min(ms, lookAgainMs))).unref();
  }

  #look(): void {
    if (this.#atMs === undefined) return;
    if (this.#atMs > Date.now()) return this.#wait();
    this.#atMs = undefined;
    this.#due();
  }
}

const lookAgainMs = 60_000;
