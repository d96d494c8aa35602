import { BridleError } from "../errors.ts";

interface Call {
  readonly watched: () => boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Does this call block a caller? Default: yes. */
  readonly watched?: (() => boolean) | undefined;
}

/**
 * Calls that wait for an answer. Each settles exactly once: answer, abort, timeout or close. Calls of one id, where a
 * dialect has no ids of its own, are answered in the order they were made.
 */
export class Pending {
  readonly #calls = new Map<string, Call[]>();
  #closed: Error | undefined;

  /** How many calls block a caller. */
  get watched(): number {
    let watched = 0;
    for (const calls of this.#calls.values()) for (const call of calls) if (call.watched()) watched++;
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
    const call: Call = { watched, resolve, reject };
    this.#calls.set(id, [...(this.#calls.get(id) ?? []), call]);
    // A timer that is set for longer than this goes off at once.
    const timer = setTimeout(reject, Math.min(timeoutMs, 2 ** 31 - 1), timeout);
    const onAbort = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      this.#remove(id, call);
    });
  }

  /** False when nobody waits for `id`: a late, duplicate or foreign answer. */
  settle(id: string, value: unknown): boolean {
    const call = this.#calls.get(id)?.[0];
    if (call === undefined) return false;
    this.#remove(id, call);
    call.resolve(value);
    return true;
  }

  /** Fails every call that waits now; later ones are taken again. */
  failAll(error: Error): void {
    const calls = [...this.#calls.values()].flat();
    this.#calls.clear();
    for (const call of calls) call.reject(error);
  }

  /** Fails every call that waits, and every later one. */
  close(reason: Error): void {
    this.#closed = reason;
    this.failAll(reason);
  }

  #remove(id: string, call: Call): void {
    const others = this.#calls.get(id)?.filter((other) => other !== call) ?? [];
    if (others.length === 0) this.#calls.delete(id);
    else this.#calls.set(id, others);
  }
}
