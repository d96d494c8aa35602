/** Milliseconds of the calmest of some runs. */
export function cpuTime(run: () => unknown, rounds = 3, enough = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least > enough; round += 1) least = Math.min(least, timeOf(run));
  return least;
}

/**
 * Milliseconds of processor time of this thread: a busy machine takes time from whoever runs, not work, and what other threads
 * compile meanwhile delays nobody here.
 */
export function timeOf(run: () => unknown): number {
  const before = worked();
  run();
  return worked() - before;
}

function worked(): number {
  // Without it Linux tells what was counted at its last tick, some milliseconds ago.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
