import { Code, ConnectError } from "@connectrpc/connect";
import type { Caller } from "../access/caller.ts";

/** The streams that are open now, by who opened them: for the figures, and to end those of a revoked token. */
export class OpenStreams {
  readonly #open = new Map<AbortController, Caller>();

  get size(): number {
    return this.#open.size;
  }

  get callers(): Iterable<Caller> {
    return this.#open.values();
  }

  /** The signal of a new stream: aborts with the request, or when its caller is no longer authorized. */
  open(caller: Caller, request: AbortSignal): AbortSignal {
    const ending = new AbortController();
    if (request.aborted) {
      ending.abort(request.reason);
      return ending.signal;
    }
    this.#open.set(ending, caller);
    request.addEventListener(
      "abort",
      () => {
        this.#open.delete(ending);
        ending.abort(request.reason);
      },
      { once: true },
    );
    return ending.signal;
  }

  /** Ends every stream whose caller is no longer authorized. */
  closeUnauthorized(isAuthorized: (caller: Caller) => boolean): void {
    for (const [ending, caller] of this.#open) {
      if (isAuthorized(caller)) continue;
      this.#open.delete(ending);
      ending.abort(new ConnectError("the token was revoked or has expired", Code.Unauthenticated));
    }
  }

  /** Tells the client why its stream ended, where it was not the client that ended it. */
  throwIfEnded(signal: AbortSignal): void {
    if (signal.aborted && signal.reason instanceof ConnectError) throw signal.reason;
  }
}
