import { setTimeout as sleep } from "node:timers/promises";
import { stopGraceMs } from "./stop-grace.ts";
import type { Exit, Transport } from "./transport.ts";

/** What can be asked to end. */
type Stoppable = Pick<Transport, "endInput" | "signal" | "exited">;

export interface StopStep {
  readonly step: (agent: Stoppable) => unknown;
  readonly graceMs: number;
}

/** Politest first. Each step gets its time, then the next one is taken. */
export const defaultLadder: readonly StopStep[] = [
  { step: (agent) => agent.endInput(), graceMs: stopGraceMs.inputEnd },
  { step: (agent) => agent.signal("SIGTERM"), graceMs: stopGraceMs.SIGTERM },
  { step: (agent) => agent.signal("SIGKILL"), graceMs: stopGraceMs.SIGKILL },
];

/** A busy system may take longer to bury a process than a ladder gives it. */
const lastMs = 4_000;

/** Resolves when the process is gone, whichever step did it. Undefined: it is there after all of them, as in a system call that nothing interrupts. */
export async function stop(
  agent: Stoppable,
  steps: readonly StopStep[] = defaultLadder,
  afterLastMs = lastMs,
): Promise<Exit | undefined> {
  for (const { step, graceMs } of steps) {
    step(agent);
    const exit = await exitWithin(graceMs, agent.exited);
    if (exit !== undefined) return exit;
  }
  return exitWithin(afterLastMs, agent.exited);
}

async function exitWithin(ms: number, exited: Promise<Exit>): Promise<Exit | undefined> {
  const waited = new AbortController();
  const timeUp = sleep(ms, undefined, { signal: waited.signal }).catch(() => undefined);
  const exit = await Promise.race([exited, timeUp]);
  waited.abort();
  return exit;
}
