/** Milliseconds of processor time of the calmest of some runs: a busy machine takes time from whoever runs, not work. */
export function cpuTime(run: () => unknown, rounds = 3, enough = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least > enough; round += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
