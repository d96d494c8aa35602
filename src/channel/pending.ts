import {
  answeredBy,
  expiredAt,
  nextExpiryMs,
  type OpenRequest,
  type SentRequest,
  timeoutError,
  withoutRequest,
} from "./open-requests.ts";

/** Who waits. */
interface Waiter<A> {
  readonly watched: () => boolean;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
  readonly timeout: Error;
}

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Does this call block a caller? Default: yes. */
  readonly watched?: (() => boolean) | undefined;
}

/** A timer that is set for longer than this goes off at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Open requests with the promises of those who wait. Each settles exactly once: answer, abort, timeout or close. */
export class Pending<A extends { readonly requestId: string }> {
  #open: readonly OpenRequest<Waiter<A>>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed: Error | undefined;

  /** How many calls block a caller. */
  get watched(): number {
    return this.#open.filter(({ purpose }) => purpose.watched()).length;
  }

  wait(sent: SentRequest, { signal, watched = () => true }: Omit<WaitOptions, "timeoutMs">): Promise<A> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<A>();
    // The error is made here, so that its stack shows the caller.
    const request = { ...sent, purpose: { watched, resolve, reject, timeout: timeoutError(sent) } };
    this.#set([...this.#open, request]);
    const onAbort = (): void => {
      this.#set(withoutRequest(this.#open, request));
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    return promise.finally(() => signal?.removeEventListener("abort", onAbort));
  }

  /** False when nobody waits for it: a late, duplicate or foreign answer. */
  settle(answer: A): boolean {
    const request = answeredBy(this.#open, answer.requestId);
    if (request === undefined) return false;
    this.#set(withoutRequest(this.#open, request));
    request.purpose.resolve(answer);
    return true;
  }

  /** Fails every call that waits now; later ones are taken again. */
  failAll(error: Error): void {
    const open = this.#open;
    this.#set([]);
    for (const { purpose } of open) purpose.reject(error);
  }

  /** Fails every call that waits, and every later one. */
  close(reason: Error): void {
    this.#closed = reason;
    this.failAll(reason);
  }

  #set(open: readonly OpenRequest<Waiter<A>>[]): void {
    this.#open = open;
    clearTimeout(this.#timer);
    if (open.length === 0) return;
    const restMs = Math.max(0, nextExpiryMs(open) - performance.now());
    this.#timer = setTimeout(() => this.#expire(), Math.min(Math.ceil(restMs), maxTimerMs));
  }

  #expire(): void {
    const expired = expiredAt(this.#open, performance.now());
    this.#set(this.#open.filter((request) => !expired.includes(request)));
    for (const { purpose } of expired) purpose.reject(purpose.timeout);
  }
}
