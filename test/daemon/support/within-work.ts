import { setTimeout as sleep } from "node:timers/promises";
import { cpuMs } from "../../../bench/daemon/process-cost.ts";
import type { TestDaemon } from "./start-daemon.ts";

const lookMs = 1000;
/** Less than this in `idleMs` is nobody's work but that of timers. */
const idleCpuMs = 50;
const idleMs = 10_000;

/**
 * The promise, or an error when a daemon, its holder and its agents took so much processor time over it, or none for
 * ten seconds. How long it takes is the machine's: on a busy one the same work takes many times as long.
 */
export async function withinWork<T>(
  daemon: Pick<TestDaemon, "processes">,
  what: string,
  promise: Promise<T>,
  maxCpuMs = 10_000,
  maxMs = 120_000,
): Promise<T> {
  const over = new AbortController();
  try {
    return await Promise.race([promise, tooMuch(new Work(daemon), what, { maxCpuMs, maxMs }, over.signal)]);
  } finally {
    over.abort();
  }
}

async function tooMuch(
  work: Work,
  what: string,
  { maxCpuMs, maxMs }: { readonly maxCpuMs: number; readonly maxMs: number },
  signal: AbortSignal,
): Promise<never> {
  const begun = performance.now();
  const never = new Promise<never>(() => {});
  for (let idle = { since: begun, doneMs: 0 }; ; ) {
    await sleep(lookMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return never;
    const now = performance.now();
    const doneMs = work.look();
    const spent = `${doneMs} ms of work in ${Math.round(now - begun)} ms`;
    if (doneMs - idle.doneMs >= idleCpuMs) idle = { since: now, doneMs };
    if (now - idle.since >= idleMs) throw new Error(`${what}: nobody works on it (${spent})`);
    if (doneMs > maxCpuMs || now - begun > maxMs) throw new Error(`${what}: not within ${spent}`);
  }
}

/** Processor time of processes that come and go. */
class Work {
  readonly #daemon: Pick<TestDaemon, "processes">;
  readonly #before = new Map<number, number>();
  #doneMs = 0;

  constructor(daemon: Pick<TestDaemon, "processes">) {
    this.#daemon = daemon;
    this.look();
    this.#doneMs = 0;
  }

  look(): number {
    for (const pid of this.#daemon.processes()) {
      const took = cpuOf(pid);
      this.#doneMs += Math.max(0, took - (this.#before.get(pid) ?? 0));
      this.#before.set(pid, took);
    }
    return this.#doneMs;
  }
}

function cpuOf(pid: number): number {
  try {
    return cpuMs(pid);
  } catch {
    return 0;
  }
}
