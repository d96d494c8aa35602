import { Code, ConnectError } from "@connectrpc/connect";
import { BridleError } from "../errors.ts";

/** Whether the daemon did not answer at all: what was asked may or may not have happened, and can be asked again. */
export function isLost(error: unknown): error is ConnectError {
  if (!(error instanceof ConnectError) || error.details.length > 0) return false;
  if (error.code === Code.Unavailable) return true;
  // These come from the daemon, too; with a cause they were made on this side.
  const isLocal =
    error.cause !== undefined || /http\/2 stream closed|fetch failed|missing trailer/i.test(error.rawMessage);
  return isLocal && [Code.Aborted, Code.Canceled, Code.Internal, Code.Unknown].includes(error.code);
}

/** Whether the daemon does not know the caller, or no longer. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ConnectError && error.code === Code.Unauthenticated;
}

/** Whether nobody listens there. */
export function isNobodyThere(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? cause.code : undefined;
    if (code === "ECONNREFUSED" || code === "ENOENT" || code === "ENOTSOCK") return true;
  }
  return false;
}

export function noDaemon(address: string, cause: unknown): BridleError {
  const message = isNobodyThere(cause)
    ? `no daemon answers at ${address}; start one: bridle daemon start`
    : `the daemon at ${address} does not answer: it is stopped, stuck or out of reach; bridle daemon restart starts it anew`;
  const error = new BridleError("no_daemon", message, { address });
  error.cause = cause;
  return error;
}

/** Doubles from 50 ms up to 2 s, with some chance in it so that many clients do not come back at once. */
export function backOffMs(attempt: number): number {
  return Math.min(2000, 50 * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2);
}

/** Resolves after the time, or at once when the signal aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
    if (signal?.aborted) done();
  });
}
