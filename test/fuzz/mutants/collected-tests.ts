/** Stands in for `node:test` where tests are run again and again: it collects them. */
const collected = new Map<string, () => unknown>();

export function test(title: string, body: () => unknown): void {
  collected.set(title, body);
}

Object.assign(globalThis, { bridleTests: firstFailure });

/** The title of the first test that fails, `likely` before all others; undefined if none does. */
function firstFailure(likely: readonly string[]): string | undefined {
  for (const title of new Set([...likely, ...collected.keys()]))
    try {
      collected.get(title)?.();
    } catch {
      return title;
    }
  return undefined;
}
