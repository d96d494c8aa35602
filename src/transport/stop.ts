import { setTimeout as sleep } from "node:timers/promises";
import type { Exit, Transport } from "./transport.ts";

/** What can be asked to end. */
export type Stoppable = Pick<Transport, "endInput" | "signal" | "exited">;

export interface StopStep {
  readonly step: (agent: Stoppable) => unknown;
  readonly graceMs: number;
}

/** Politest first. Each step gets its time, then the next one is taken. SIGKILL loses the agent's history. */
export const defaultLadder: readonly StopStep[] = [
  { step: (agent) => agent.endInput(), graceMs: 2_000 },
  { step: (agent) => agent.signal("SIGTERM"), graceMs: 3_000 },
  { step: (agent) => agent.signal("SIGKILL"), graceMs: 1_000 },
];

/** Resolves when the process is gone, whichever step did it. */
export async function stop(agent: Stoppable, steps: readonly StopStep[] = defaultLadder): Promise<Exit> {
  for (const { step, graceMs } of steps) {
    step(agent);
    const waited = new AbortController();
    const timeUp = sleep(graceMs, undefined, { signal: waited.signal }).catch(() => undefined);
    const exit = await Promise.race([agent.exited, timeUp]);
    waited.abort();
    if (exit !== undefined) return exit;
  }
  return agent.exited;
}
