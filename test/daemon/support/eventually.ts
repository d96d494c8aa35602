import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until the answer is not undefined or false; fails with what did not happen. */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  ms = 10_000,
): Promise<Exclude<Awaited<T>, undefined | false>> {
  const deadline = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as Exclude<Awaited<T>, undefined | false>;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${ms} ms`);
    await sleep(20);
  }
}
