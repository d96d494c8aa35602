import { scripted as scriptedPrompt } from "../../src/script/scripted-prompt.ts";
import type { Figures } from "../figures.ts";
import { add, median, rounded } from "../median.ts";
import { type Contestant, initMark, Started } from "./contestant.ts";

/** From the start of the process to its first `system/init`, agents in turn. */
export async function start(agents: readonly Contestant[], apiUrl: string, rounds: number): Promise<Figures> {
  const times: { [name: string]: number[] } = {};
  for (let round = 0; round <= rounds; round++) {
    for (const agent of agents) {
      const started = performance.now();
      await using running = await Started.start(agent, apiUrl);
      running.prompt(scriptedPrompt({ text: "." }));
      await running.until(initMark);
      // The first of each fills caches.
      if (round > 0) add(times, agent.name, performance.now() - started);
    }
  }
  const ms = (name: string): number => median(times[name] ?? []);
  return {
    start_vs_claude: rounded(ms("ours") / ms("claude")),
    start_ms: rounded(ms("ours"), 1),
    start_api_ms: rounded(ms("ours_api"), 1),
    start_claude_ms: rounded(ms("claude"), 1),
    start_floor_ms: rounded(ms("floor"), 1),
  };
}
