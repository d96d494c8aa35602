import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Settles when the condition holds; looks often. For what tells nobody, such as the process table. The limit means never, on a machine however busy. */
export async function until(what: string, condition: () => boolean, timeoutMs = 30_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    assert.ok(performance.now() < end, `not within ${timeoutMs} ms: ${what}`);
    await sleep(50);
  }
}
