import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figures } from "../figures.ts";
import { median, rounded } from "../median.ts";
import { residentMb } from "./process-cost.ts";
import { makeHome, RunningDaemon, startDaemon } from "./running-daemon.ts";

/** What a daemon without sessions holds in memory after a while, and its holder beside it; and Node alone. */
export async function idleMemory(idleMs: number): Promise<Figures> {
  await using daemon = await RunningDaemon.start();
  const node = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await sleep(idleMs);
  const figures = {
    idle_mb: rounded(residentMb(daemon.pid), 1),
    idle_holder_mb: rounded(residentMb(daemon.holderPid), 1),
    idle_node_mb: rounded(residentMb(node.pid ?? 0), 1),
    idle_after_s: idleMs / 1000,
  };
  const gone = once(node, "exit");
  node.kill("SIGKILL");
  await gone;
  return figures;
}

/**
 * From the spawn to the first connection that is taken, on a folder whose agents are known; the holder is started, too,
 * unless it is there. Whoever is let in first must be told that it is ready.
 */
export async function readiness(rounds: number): Promise<Figures> {
  const home = makeHome();
  const times = { first: [] as number[], again: [] as number[] };
  try {
    for (let round = 0; round <= rounds; round++) {
      const first = await startOnce(home, "SIGTERM");
      // Killed: its holder is still there for the next.
      await startOnce(home, "SIGKILL");
      const again = await startOnce(home, "SIGTERM");
      if (round === 0) continue;
      times.first.push(first);
      times.again.push(again);
    }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  return {
    ready_ms: rounded(median(times.first), 0),
    ready_again_ms: rounded(median(times.again), 0),
    ready_node_ms: rounded(median(await nodeStarts(rounds)), 0),
  };
}

async function startOnce(home: string, signal: NodeJS.Signals): Promise<number> {
  const begun = performance.now();
  const child = await startDaemon(home);
  const taken = performance.now() - begun;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
  return taken;
}

/** How long Node alone takes to run an empty file. */
async function nodeStarts(rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await once(spawn(process.execPath, ["-e", ""], { stdio: "ignore" }), "exit");
    times.push(performance.now() - begun);
  }
  return times;
}
