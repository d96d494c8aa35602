/** To a process, or to a group by its negative number. Nothing happens where it is gone already. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone, or somebody else's.
  }
}
