import { spokenVersion } from "../src/adapters/spoken-version.ts";
import { ScriptedModelApi } from "../test/lab/scripted-model-api.ts";
import { floor, onApi, realCli, scripted } from "./agent/contestant.ts";
import { deltas } from "./agent/deltas.ts";
import { grepTree } from "./agent/grep.ts";
import { idleMemory } from "./agent/memory.ts";
import { resume } from "./agent/resume.ts";
import { start } from "./agent/start.ts";
import type { Figures } from "./figures.ts";

export interface AgentBenchOptions {
  readonly startRounds: number;
  readonly deltas: number;
  readonly apiDeltas: number;
  readonly deltaRounds: number;
  readonly memoryRounds: number;
  readonly resumeRounds: number;
  readonly grepFiles: number;
  readonly grepRounds: number;
}

const full: AgentBenchOptions = {
  startRounds: 15,
  deltas: 200_000,
  apiDeltas: 20_000,
  deltaRounds: 5,
  memoryRounds: 5,
  resumeRounds: 7,
  grepFiles: 50_000,
  grepRounds: 15,
};

/** `bridle-agent` beside the real CLI and beside what Node alone would take, in one run. */
export async function agentBench(options = full): Promise<Figures> {
  await using api = await ScriptedModelApi.start();
  const claude = await realCli(spokenVersion);
  const counts = { own: options.deltas, onApi: options.apiDeltas, rounds: options.deltaRounds };
  return {
    ...(await start([floor(), scripted, onApi, claude], api.url, options.startRounds)),
    ...(await deltas([floor(options.deltas), scripted], [onApi, claude], api.url, counts)),
    ...(await idleMemory([floor(), scripted, onApi, claude], api.url, options.memoryRounds)),
    ...(await grepTree(options.grepFiles, options.grepRounds)),
    ...(await resume(scripted, api.url, options.resumeRounds)),
    claude: spokenVersion,
    node: process.version,
  };
}
