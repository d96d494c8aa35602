/** How often clients are looked for, and how long they may be away before asks that wait are denied. */
const checkMs = 500;
const graceMs = 5000;

interface AttendanceParts {
  /** How many follow events now: only these learn of an ask. */
  readonly clients: () => number;
  /** Nobody is there, and nobody has come back. */
  readonly onUnattended: () => void;
}

/** Knows whether somebody is there who could answer asks. */
export class Attendance {
  readonly #parts: AttendanceParts;
  #timer: NodeJS.Timeout | undefined;
  #openedMs = 0;
  #attendedMs = 0;

  constructor(parts: AttendanceParts) {
    this.#parts = parts;
  }

  /** From now on clients can come. Before, and shortly after, those of an earlier daemon may be on their way back. */
  open(): void {
    this.#openedMs = performance.now();
    this.#attendedMs = this.#openedMs;
    this.#timer = setInterval(() => this.#check(), checkMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Whether what is asked now finds nobody. */
  get isUnattended(): boolean {
    return this.#timer !== undefined && this.#parts.clients() === 0 && performance.now() - this.#openedMs > graceMs;
  }

  #check(): void {
    const now = performance.now();
    if (this.#parts.clients() > 0) this.#attendedMs = now;
    else if (now - this.#attendedMs > graceMs) this.#parts.onUnattended();
  }
}
