import { BridleError } from "../../errors.ts";

/** Whether a turn was interrupted, and in the middle of what. */
export class TurnInterruption {
  readonly #controller = new AbortController();
  #runningTools = 0;
  #during: "streaming" | "tools" | undefined;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Undefined: it was not interrupted. */
  get during(): "streaming" | "tools" | undefined {
    return this.#during;
  }

  async whileToolRuns<T>(work: () => Promise<T>): Promise<T> {
    this.#runningTools++;
    try {
      return await work();
    } finally {
      this.#runningTools--;
    }
  }

  abort(): void {
    if (this.signal.aborted) return;
    this.#during = this.#runningTools > 0 ? "tools" : "streaming";
    this.#controller.abort(new BridleError("cancelled", "the turn was interrupted", { requestId: "" }));
  }
}
