import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { scripted as scriptedPrompt } from "../../src/script/scripted-prompt.ts";
import type { Figures } from "../figures.ts";
import { add, median, rounded } from "../median.ts";
import { type Contestant, resultMark, Started } from "./contestant.ts";

/** Long enough for what a turn leaves to be let go. */
const idleMs = 2_000;

/** What an agent holds in memory when it is idle after a turn. */
export async function idleMemory(agents: readonly Contestant[], apiUrl: string, rounds: number): Promise<Figures> {
  const sizes: { [name: string]: number[] } = {};
  for (let round = 0; round < rounds; round++) {
    for (const agent of agents) {
      await using running = await Started.start(agent, apiUrl);
      running.prompt(scriptedPrompt({ text: "." }));
      await running.until(resultMark);
      await sleep(idleMs);
      add(sizes, agent.name, residentMb(running.child.pid ?? 0));
    }
  }
  const mb = (name: string): number => rounded(median(sizes[name] ?? []), 1);
  return {
    idle_rss_mb: mb("ours"),
    idle_rss_api_mb: mb("ours_api"),
    idle_rss_claude_mb: mb("claude"),
    idle_rss_floor_mb: mb("floor"),
  };
}

export function residentMb(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(found) / 1024;
}
