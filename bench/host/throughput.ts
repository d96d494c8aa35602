import type { Figures } from "../figures.ts";
import { add, median, rounded } from "../median.ts";
import type { BenchHost } from "./hosts.ts";

/** 200 000 stream events through each host in turn; the first round only warms up. */
export async function throughput(
  hosts: readonly BenchHost[],
  agent: string,
  env: NodeJS.ProcessEnv,
  lines: number,
  rounds: number,
): Promise<Figures> {
  const wall: { [name: string]: number[] } = {};
  const cpu: { [name: string]: number[] } = {};
  for (let round = 0; round <= rounds; round++) {
    for (const host of hosts) {
      let count = 0;
      const usage = process.cpuUsage();
      const started = performance.now();
      await host.run({
        agent,
        env,
        onMessage: (type) => void (type.endsWith("_event") || type.endsWith("_delta") ? count++ : 0),
      });
      const { user, system } = process.cpuUsage(usage);
      if (count !== lines) throw new Error(`${host.name} saw ${count} of ${lines} lines`);
      if (round === 0) continue;
      add(wall, host.name, performance.now() - started);
      add(cpu, host.name, (user + system) / 1000);
    }
  }
  const ms = (times: { [name: string]: number[] }, name: string): number => median(times[name] ?? []);
  return {
    throughput_vs_floor: rounded(ms(wall, "floor") / ms(wall, "ours")),
    throughput_vs_sdk: rounded(ms(wall, "sdk") / ms(wall, "ours")),
    throughput_cpu_vs_floor: rounded(ms(cpu, "floor") / ms(cpu, "ours")),
    throughput_cpu_vs_sdk: rounded(ms(cpu, "sdk") / ms(cpu, "ours")),
    throughput_lines: lines,
    throughput_wall_ms: rounded(ms(wall, "ours"), 1),
    throughput_floor_wall_ms: rounded(ms(wall, "floor"), 1),
    throughput_sdk_wall_ms: rounded(ms(wall, "sdk"), 1),
    throughput_cpu_ms: rounded(ms(cpu, "ours"), 1),
    throughput_floor_cpu_ms: rounded(ms(cpu, "floor"), 1),
    throughput_sdk_cpu_ms: rounded(ms(cpu, "sdk"), 1),
  };
}
