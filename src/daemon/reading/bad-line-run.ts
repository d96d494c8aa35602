import type { Notice } from "../../adapters/notice.ts";

/** What of an open run is not told yet, to be kept while nobody reads. */
export interface BadLineRunState {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * Lines in a row that could not be read. The first is told at once; the others are counted, and told as one when
 * something readable follows, or nothing at all.
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

  /** Something else follows. Gives what there is to tell. */
  end(): Notice | undefined {
    this.#isOpen = false;
    if (this.#lines === 0) return undefined;
    const more = this.#lines === 1 ? "One more line" : `${this.#lines} more lines`;
    const message = `${more} in a row (${this.#bytes} bytes) could not be read.`;
    this.#lines = 0;
    this.#bytes = 0;
    return { code: "unreadable_line", level: "warn", message };
  }
}
