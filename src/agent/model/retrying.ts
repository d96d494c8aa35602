import { connectionFailure } from "./api-failure.ts";
import { ModelFailure } from "./model-failure.ts";
import type { ModelEvent, ModelRequest, Provider } from "./provider.ts";
import { wait } from "./wait.ts";

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** 10 unless told; 0 means one attempt. */
  readonly maxRetries?: number;
  /** An attempt without an event for so long is given up and counts as failed; 5 minutes unless told. */
  readonly stallMs?: number;
  /** The first pause; each one after it is twice as long. */
  readonly baseDelayMs?: number;
  /** True: it is not worth another attempt. */
  readonly givesUp?: (failure: ModelFailure, attempt: number) => boolean;
  /** Called before the pause. `attempt` counts the retries, from 1. */
  readonly onRetry?: (retry: Retry) => void;
}

export interface Retry {
  readonly attempt: number;
  readonly maxRetries: number;
  readonly delayMs: number;
  readonly failure: ModelFailure;
}

const maxDelayMs = 32_000;
/** Longer timers fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * One answer, in as many attempts as it needs. Each begins with a `message_start`:
 * what came before it was of an attempt that failed.
 */
export async function* streamWithRetries(
  provider: Provider,
  request: ModelRequest,
  options: RetryOptions,
): AsyncGenerator<ModelEvent, void, void> {
  const { signal, maxRetries = 10, stallMs = 300_000, baseDelayMs = 500, givesUp, onRetry } = options;
  for (let attempt = 1; ; attempt++) {
    const running = new Attempt(signal, stallMs);
    let delayMs: number;
    try {
      for await (const event of provider.stream(request, running.signal)) {
        running.rest();
        yield event;
        running.watch();
      }
      return;
    } catch (failure) {
      signal.throwIfAborted();
      if (!(failure instanceof ModelFailure) || !failure.facts.retryable || attempt > maxRetries) throw failure;
      if (givesUp?.(failure, attempt)) throw failure;
      delayMs = retryDelayMs(attempt, baseDelayMs, failure.facts.retryAfterMs);
      onRetry?.({ attempt, maxRetries, delayMs, failure });
    } finally {
      running.close();
    }
    await wait(delayMs, signal);
  }
}

/** Up to a quarter more, so that those who failed together do not come back together. */
export function retryDelayMs(attempt: number, baseDelayMs: number, retryAfterMs: number | undefined): number {
  if (retryAfterMs !== undefined) return Math.min(Math.ceil(retryAfterMs), longestTimerMs);
  const delay = Math.min(baseDelayMs * 2 ** (attempt - 1), maxDelayMs);
  return Math.min(Math.round(delay * (1 + Math.random() / 4)), maxDelayMs);
}

/**
 * Aborts with the caller's signal, or when it watched for `stallMs`. One timer, not one
 * per event; the time that the consumer takes is not counted.
 */
class Attempt {
  readonly #caller: AbortSignal;
  readonly #stallMs: number;
  readonly #controller = new AbortController();
  readonly #onAbort = (): void => this.#controller.abort(this.#caller.reason);
  #since = performance.now();
  #timer: NodeJS.Timeout;

  constructor(caller: AbortSignal, stallMs: number) {
    caller.throwIfAborted();
    this.#caller = caller;
    this.#stallMs = stallMs;
    this.#timer = setTimeout(() => this.#look(), stallMs);
    caller.addEventListener("abort", this.#onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  watch(): void {
    this.#since = performance.now();
  }

  rest(): void {
    this.#since = Number.POSITIVE_INFINITY;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#onAbort);
    this.#controller.abort();
  }

  #look(): void {
    const watchedMs = Math.max(0, performance.now() - this.#since);
    // Timers may fire up to a millisecond early.
    if (watchedMs >= this.#stallMs - 1) {
      this.#controller.abort(connectionFailure(`the model sent nothing for ${this.#stallMs} ms`));
    } else {
      this.#timer = setTimeout(() => this.#look(), this.#stallMs - watchedMs);
    }
  }
}
