import { setTimeout as sleep } from "node:timers/promises";
import { type MarkedProcess, markedProcesses } from "./marked-processes.ts";
import { sendSignal } from "./send-signal.ts";

const graceMs = 2_000;
const killMs = 2_000;
const pollMs = 50;
const maxPasses = 10;

/** Ends all processes that carry one of the marks: SIGTERM, time to end in good order, SIGKILL. Gives those that are still there: none, as a rule. */
export async function endMarked(marks: ReadonlySet<string>): Promise<MarkedProcess[]> {
  const asked = new Set<number>();
  const begun = performance.now();
  for (;;) {
    const left = markedProcesses(marks);
    const afterMs = performance.now() - begun;
    if (left.length === 0 || afterMs > graceMs + killMs) return left;
    for (const { pid } of left) {
      if (afterMs > graceMs) sendSignal(pid, "SIGKILL");
      else if (!asked.has(pid)) sendSignal(pid, "SIGTERM");
      asked.add(pid);
    }
    await sleep(pollMs);
  }
}

/** Kills all processes that carry the mark, also those started meanwhile, and waits for none. */
export function killMarked(mark: string): void {
  const marks = new Set([mark]);
  const killed = new Set<number>();
  for (let pass = 0; pass < maxPasses; pass++) {
    const fresh = markedProcesses(marks).filter(({ pid }) => !killed.has(pid));
    if (fresh.length === 0) return;
    for (const { pid } of fresh) {
      sendSignal(pid, "SIGKILL");
      killed.add(pid);
    }
  }
}
