import { setTimeout as sleep } from "node:timers/promises";

/**
 * At end of input alone an agent goes on with its turn, tools and all. The end
 * of the turn is waited for: an agent that is let go before leaves its tools running.
 */
export async function interruptFirst(
  interrupt: () => Promise<unknown>,
  turnEnd: () => Promise<void>,
  exited: Promise<unknown>,
  graceMs: number,
): Promise<void> {
  const stopped = interrupt().then(turnEnd, () => undefined);
  const waited = new AbortController();
  const timeUp = sleep(graceMs, undefined, { signal: waited.signal }).catch(() => undefined);
  await Promise.race([stopped, timeUp, exited]);
  waited.abort();
}
