import { BridleError } from "../errors.ts";

interface Call {
  readonly watched: () => boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Is anyone held up by this call? Default: yes. */
  readonly watched?: (() => boolean) | undefined;
}

/** Calls that wait for an answer. Each settles exactly once: answer, abort, timeout or close. */
export class Pending {
  readonly #calls = new Map<string, Call>();
  #closed: Error | undefined;

  /** How many calls somebody is held up by. */
  get watched(): number {
    let watched = 0;
    for (const call of this.#calls.values()) if (call.watched()) watched++;
    return watched;
  }

  wait(id: string, what: string, { timeoutMs, signal, watched = () => true }: WaitOptions): Promise<unknown> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(signal.reason);
    // Made here, so that its stack shows the caller.
    const timeout = new BridleError("timeout", `no answer to ${what} within ${timeoutMs} ms`, {
      waitingFor: what,
      afterMs: timeoutMs,
    });
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#calls.set(id, { watched, resolve, reject });
    // A timer that is set for longer than this goes off at once.
    const timer = setTimeout(reject, Math.min(timeoutMs, 2 ** 31 - 1), timeout);
    const onAbort = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      this.#calls.delete(id);
    });
  }

  /** False when nobody waits for `id`: a late, duplicate or foreign answer. */
  settle(id: string, outcome: { value: unknown } | { error: Error }): boolean {
    const call = this.#calls.get(id);
    if (call === undefined) return false;
    this.#calls.delete(id);
    if ("error" in outcome) call.reject(outcome.error);
    else call.resolve(outcome.value);
    return true;
  }

  /** Fails every call that waits now; later ones are taken again. */
  failAll(error: Error): void {
    for (const id of [...this.#calls.keys()]) this.settle(id, { error });
  }

  /** Fails every call that waits, and every later one. */
  close(reason: Error): void {
    this.#closed = reason;
    this.failAll(reason);
  }
}
