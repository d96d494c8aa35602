import { BridleError } from "../errors.ts";
import type { Ending } from "./done.ts";

interface SessionLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Ends a session when its signal aborts or its time is over, until it has ended by itself. */
export function endByLimit(
  { signal, timeoutMs }: SessionLimits,
  exited: Promise<unknown>,
  end: (ending: Ending) => unknown,
): void {
  const abort = (): void => void end({ why: "aborted", error: signal?.reason });
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => end({ why: "timeout", error: timeUp(timeoutMs) }), timeoutMs);
  void exited.then(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  });
}

function timeUp(afterMs: number): BridleError<"timeout"> {
  const waitingFor = "the end of the session";
  return new BridleError("timeout", `the session did not end within ${afterMs} ms`, { waitingFor, afterMs });
}
