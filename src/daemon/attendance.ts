import { type Caller, hasRole } from "./access/caller.ts";

/** How often clients are looked for, and how long they may be away before they count as gone. */
const checkMs = 500;
const graceMs = 5000;

interface AttendanceParts {
  /** Who follows events now: only these learn of an ask. */
  readonly followers: () => Iterable<Caller>;
  readonly reaches: (caller: Caller, session: string) => boolean;
  /** Others than before are there who may decide. */
  readonly changed: () => void;
}

/** Knows whether somebody is there who may decide the asks of a session. Before it is opened somebody is. */
export class Attendance {
  readonly #parts: AttendanceParts;
  #timer: NodeJS.Timeout | undefined;
  #openedMs = Number.POSITIVE_INFINITY;
  /** Those who are there, and those who left a moment ago. */
  readonly #seen = new Map<string, { readonly caller: Caller; readonly atMs: number }>();
  /** Who was there when it was last told; undefined: never. */
  #told: string | undefined;

  constructor(parts: AttendanceParts) {
    this.#parts = parts;
  }

  /** From now on clients can come. Before, and shortly after, those of an earlier daemon may be on their way back. */
  open(): void {
    this.#openedMs = performance.now();
    this.#timer = setInterval(() => this.#check(), checkMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#openedMs = Number.POSITIVE_INFINITY;
  }

  isAttended(session: string): boolean {
    if (this.#isOpening) return true;
    this.#look();
    return [...this.#seen.values()].some(({ caller }) => this.#parts.reaches(caller, session));
  }

  get #isOpening(): boolean {
    return performance.now() - this.#openedMs < graceMs;
  }

  #look(): void {
    const now = performance.now();
    for (const caller of this.#parts.followers())
      if (hasRole(caller, "approve")) this.#seen.set(`${caller.name} ${caller.sha256}`, { caller, atMs: now });
    for (const [key, { atMs }] of this.#seen) if (now - atMs > graceMs) this.#seen.delete(key);
  }

  #check(): void {
    this.#look();
    const there = [...this.#seen.keys()].sort().join("\n");
    if (there === this.#told || (there === "" && this.#isOpening)) return;
    this.#told = there;
    this.#parts.changed();
  }
}
