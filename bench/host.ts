import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installAgentSdk } from "../test/lab/install-agent-sdk.ts";
import type { Figures } from "./figures.ts";
import { firstEvent } from "./host/first-event.ts";
import { floor, officialSdk, ours } from "./host/hosts.ts";
import { oversizeLine, slowConsumer } from "./host/memory.ts";
import { permission } from "./host/permission.ts";
import { throughput } from "./host/throughput.ts";
import { median, rounded } from "./median.ts";
import { writeStreamEvents } from "./wire-files.ts";

const agent = join(import.meta.dirname, "agents", "flood.sh");
const init = { type: "system", subtype: "init", session_id: "s", tools: [] };
const result = {
  type: "result",
  subtype: "success",
  is_error: false,
  session_id: "s",
  result: "done",
  num_turns: 1,
  usage: {},
};

export interface HostBenchOptions {
  readonly lines: number;
  readonly rounds: number;
  readonly firstEventRounds: number;
  readonly asks: number;
  readonly memoryRounds: number;
}

const full: HostBenchOptions = { lines: 200_000, rounds: 7, firstEventRounds: 30, asks: 3000, memoryRounds: 5 };

/** The host beside the bare floor and the official SDK, all on the same fake agents, in one run. */
export async function hostBench({ lines, rounds, firstEventRounds, asks, memoryRounds } = full): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "bridle-bench-"));
  const says = (name: string): NodeJS.ProcessEnv => ({ ...process.env, BRIDLE_BENCH_LINES: join(folder, name) });
  try {
    await writeStreamEvents(join(folder, "events"), lines);
    appendFileSync(join(folder, "events"), `${JSON.stringify(result)}\n`);
    writeFileSync(join(folder, "short"), `${JSON.stringify(init)}\n${JSON.stringify(result)}\n`);
    const huge = JSON.stringify({ type: "user", message: { content: "x".repeat(50_000_000) } });
    writeFileSync(join(folder, "huge"), `${JSON.stringify(init)}\n${huge}\n${JSON.stringify(result)}\n`);
    const hosts = [floor, ours, await officialSdk()];
    return {
      ...(await throughput(hosts, agent, says("events"), lines, rounds)),
      ...slowConsumer(agent, says("events"), memoryRounds),
      ...(await permission(hosts, asks, 2 * rounds + 1)),
      ...oversizeLine(agent, says("short"), says("huge"), memoryRounds),
      ...(await firstEvent(hosts, agent, says("short"), firstEventRounds)),
      ...(await imports(rounds)),
      rounds,
      node: process.version,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function imports(rounds: number): Promise<Figures> {
  const sdk = await installAgentSdk("0.3.325");
  const measure = (specifier: string): number => {
    const script = `const t = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - t);`;
    return Number(spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).stdout);
  };
  const times = { ours: [] as number[], sdk: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.ours.push(measure("bridle"));
    times.sdk.push(measure(sdk));
  }
  return { import_ms: rounded(median(times.ours), 1), sdk_import_ms: rounded(median(times.sdk), 1) };
}
