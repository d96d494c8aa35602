import { setTimeout as sleep } from "node:timers/promises";

/** Rejects at once with the signal's reason when it aborts. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

/** Until the signal aborts; rejects with its reason. */
export async function waitForAbort(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  throw signal.reason;
}
