import type { Notice } from "../adapters/notice.ts";

/** What of an open run is not reported yet, as plain data that can be stored. */
export interface BadLineRunState {
  readonly lines: number;
  readonly bytes: number;
}

/** A run is reported again after 100 lines, then after ten times as many, up to every million. */
const firstProgress = 100;
const lastProgress = 1_000_000;

/**
 * Lines in a row that could not be read. The first is reported at once; the others are counted, and reported as one when
 * something readable follows, or nothing at all. A run that goes on and on is reported now and then.
 */
export class BadLineRun {
  #isOpen: boolean;
  #lines: number;
  #bytes: number;

  constructor(state?: BadLineRunState) {
    this.#isOpen = state !== undefined;
    this.#lines = state?.lines ?? 0;
    this.#bytes = state?.bytes ?? 0;
  }

  get state(): BadLineRunState | undefined {
    return this.#isOpen ? { lines: this.#lines, bytes: this.#bytes } : undefined;
  }

  /** True: it is only counted. */
  add(bytes: number): boolean {
    const isFirst = !this.#isOpen;
    this.#isOpen = true;
    if (isFirst) return false;
    this.#lines += 1;
    this.#bytes += bytes;
    return true;
  }

  /** What to report of a run that goes on, right after `add`. */
  get progress(): Notice | undefined {
    return isProgress(this.#lines) ? this.#notice("so far") : undefined;
  }

  /** Something else follows. Gives what to report. */
  end(): Notice | undefined {
    this.#isOpen = false;
    if (this.#lines === 0) return undefined;
    const notice = this.#notice();
    this.#lines = 0;
    this.#bytes = 0;
    return notice;
  }

  #notice(soFar?: "so far"): Notice {
    const more = this.#lines === 1 ? "One more line" : `${this.#lines} more lines`;
    const counted = `${more} in a row (${this.#bytes} bytes) could not be read`;
    const message = soFar === undefined ? `${counted}.` : `${counted} so far, and nothing else was said.`;
    return { code: "unreadable_line", level: "warn", message };
  }
}

function isProgress(lines: number): boolean {
  if (lines < firstProgress) return false;
  return lines < lastProgress ? /^10+$/.test(String(lines)) : lines % lastProgress === 0;
}
