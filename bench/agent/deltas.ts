import { scripted as scriptedPrompt } from "../../src/script/scripted-prompt.ts";
import type { Figures } from "../figures.ts";
import { add, median, rounded } from "../median.ts";
import { type Contestant, resultMark, Started } from "./contestant.ts";

const LF = "\n".charCodeAt(0);

/** Deltas written in a second, from the first line to the result: of our own script, and of what the model API on loopback sends. */
export async function deltas(
  own: readonly Contestant[],
  onApi: readonly Contestant[],
  apiUrl: string,
  counts: { readonly own: number; readonly onApi: number; readonly rounds: number },
): Promise<Figures> {
  const rates: { [name: string]: number[] } = {};
  for (let round = 0; round < counts.rounds; round++) {
    for (const agent of own) add(rates, agent.name, await rate(agent, apiUrl, counts.own));
    for (const agent of onApi) add(rates, agent.name, await rate(agent, apiUrl, counts.onApi));
  }
  const perSecond = (name: string): number => median(rates[name] ?? []);
  return {
    deltas_per_s: rounded(perSecond("ours"), 0),
    deltas_vs_floor: rounded(perSecond("ours") / perSecond("floor")),
    deltas_floor_per_s: rounded(perSecond("floor"), 0),
    deltas_api_per_s: rounded(perSecond("ours_api"), 0),
    deltas_api_claude_per_s: rounded(perSecond("claude"), 0),
    deltas: counts.own,
    deltas_api: counts.onApi,
  };
}

async function rate(agent: Contestant, apiUrl: string, count: number): Promise<number> {
  await using running = await Started.start(agent, apiUrl, ["--include-partial-messages"]);
  let first = 0;
  let lines = 0;
  running.prompt(scriptedPrompt({ text: "word ", repeat: count, chunks: count }));
  await running.until(resultMark, (chunk) => {
    if (first === 0) first = performance.now();
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) lines++;
  });
  const seconds = (performance.now() - first) / 1000;
  if (lines < count) throw new Error(`${agent.name} wrote ${lines} lines, not ${count} deltas`);
  return count / seconds;
}
