import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Settles when the condition holds; looks often, and fails in time. For what tells nobody, such as the process table. */
export async function until(what: string, condition: () => boolean, timeoutMs = 8_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    assert.ok(performance.now() < end, `not within ${timeoutMs} ms: ${what}`);
    await sleep(50);
  }
}
