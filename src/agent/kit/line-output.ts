import type { Writable } from "node:stream";

const flushBytes = 64 * 1024;
const fullBytes = 1024 * 1024;

/**
 * Lines out, many to a write: a write for each delta would cost more than the
 * delta. Nothing is held longer than the current round of the event loop.
 */
export class LineOutput {
  readonly #stream: Writable;
  #held = "";
  #scheduled = false;
  #gone = false;
  #isSilent = false;
  #watch: NodeJS.Timeout | undefined;
  readonly #waiting: (() => void)[] = [];

  /** `onGone`: nobody reads any more. */
  constructor(stream: Writable, onGone: () => void) {
    this.#stream = stream;
    const gone = (): void => {
      if (this.#gone) return;
      this.#gone = true;
      this.#wake();
      onGone();
    };
    stream.on("error", gone);
    stream.on("close", gone);
    stream.on("drain", () => this.#wake());
  }

  write(line: string): void {
    if (this.#gone || this.#isSilent) return;
    this.#held += line;
    if (this.#held.length >= flushBytes) this.#flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(() => this.#flush());
    }
  }

  /** What was written is still sent; what comes is not. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Now: before something that keeps the process busy. */
  flush(): void {
    this.#flush();
  }

  /**
   * Finds out that nobody reads without having anything to say: an empty write
   * fails on a socket whose other end is gone. A FIFO needs a line for that.
   */
  watchReader(everyMs: number, line: () => string): void {
    clearInterval(this.#watch);
    this.#watch = setInterval(() => {
      // What waits to be written tells it as well.
      if (this.#stream.writableLength === 0 && !this.#gone) this.#stream.write(this.#isSilent ? "" : line());
    }, everyMs).unref();
  }

  /** The reader is behind: whoever can wait should. */
  get full(): boolean {
    return !this.#gone && this.#stream.writableLength > fullBytes;
  }

  /** Settles when the reader has caught up, or is gone. */
  async drained(): Promise<void> {
    while (this.full) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Settles when everything is written, or nobody reads any more. */
  end(): Promise<void> {
    clearInterval(this.#watch);
    this.#flush();
    return new Promise((resolve) => {
      if (this.#gone) return resolve();
      this.#stream.once("error", () => resolve());
      this.#stream.once("close", () => resolve());
      this.#stream.write("", () => resolve());
    });
  }

  #flush(): void {
    this.#scheduled = false;
    const held = this.#held;
    this.#held = "";
    if (held !== "" && !this.#gone) this.#stream.write(held);
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
