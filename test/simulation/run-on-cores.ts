import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { SeedRange, SeedsRun } from "./run-seeds.ts";

export interface Amount {
  readonly from: number;
  /** At most so many seeds … */
  readonly seeds: number;
  /** … or so many crashes, whichever is first. */
  readonly crashes: number;
}

const seedsAtOnce = 50;

/** Runs seeds in as many processes as there are cores, until there are enough or one fails. */
export async function runOnCores({ from, seeds, crashes }: Amount): Promise<SeedsRun> {
  let next = from;
  const done = { seeds: 0, crashes: 0, failed: undefined as number | undefined };
  const work = async (): Promise<void> => {
    const worker = fork(fileURLToPath(new URL("./worker.ts", import.meta.url)));
    const failed = ended(worker);
    failed.catch(() => undefined);
    try {
      while (next < from + seeds && done.crashes < crashes && done.failed === undefined) {
        const range: SeedRange = { from: next, count: Math.min(seedsAtOnce, from + seeds - next) };
        next += range.count;
        worker.send(range);
        const answered = new Promise<SeedsRun>((resolve) => worker.once("message", (run) => resolve(run as SeedsRun)));
        const run = await Promise.race([answered, failed]);
        done.seeds += run.seeds;
        done.crashes += run.crashes;
        if (run.failed !== undefined) done.failed = Math.min(run.failed, done.failed ?? run.failed);
      }
    } finally {
      worker.kill();
    }
  };
  await Promise.all(Array.from({ length: Math.min(8, availableParallelism()) }, work));
  return done;
}

async function ended(worker: ReturnType<typeof fork>): Promise<never> {
  const [code, signal] = await once(worker, "exit");
  throw new Error(`a worker ended by itself (${code ?? signal})`);
}
