/**
 * Work that a decision may do: a call whose judgement takes more is asked about. Counted in steps, each of some nanoseconds,
 * and not in time, so that the same call is always decided alike. What is linear in the call need not be counted; what goes
 * through many rules, or looks at the file system, does.
 */
interface Work {
  left: number;
}

let now: Work | undefined;

export class TooMuchWork extends Error {}

/** Runs something that may take so many steps. */
export function within<T>(steps: number, run: () => T): T {
  const before = now;
  now = { left: steps };
  try {
    return run();
  } finally {
    now = before;
  }
}

/** Throws when all is used up, and ever after: whoever catches it gets no further. Nothing is counted outside of a decision. */
export function spend(steps: number): void {
  if (now === undefined) return;
  now.left -= steps;
  if (now.left < 0) throw new TooMuchWork("it takes too long to be judged");
}

/** What tells one decision from the next; undefined outside of any. */
export function currentWork(): object | undefined {
  return now;
}
