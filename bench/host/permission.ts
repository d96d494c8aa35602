import { join } from "node:path";
import type { Figures } from "../figures.ts";
import { add, median, rounded } from "../median.ts";
import type { BenchHost } from "./hosts.ts";

const agent = join(import.meta.dirname, "..", "agents", "ask.sh");

/** Round trips of a permission request, one at a time, measured by the agent. */
export async function permission(hosts: readonly BenchHost[], asks: number, rounds: number): Promise<Figures> {
  const env = { ...process.env, BRIDLE_BENCH_ASKS: String(asks), BRIDLE_BENCH_NODE: process.execPath };
  const p50: { [name: string]: number[] } = {};
  for (let round = 0; round <= rounds; round++) {
    for (const host of hosts) {
      let times: number[] = [];
      await host.run({
        agent,
        env,
        onResult: (text) => {
          times = JSON.parse(text) as number[];
        },
      });
      if (times.length !== asks) throw new Error(`${host.name} answered ${times.length} of ${asks} asks`);
      if (round > 0) add(p50, host.name, median(times));
    }
  }
  const us = (name: string): number => 1000 * median(p50[name] ?? []);
  return {
    permission_p50_vs_floor: rounded(us("ours") / us("floor")),
    permission_p50_vs_sdk: rounded(us("ours") / us("sdk")),
    permission_p50_us: rounded(us("ours"), 1),
    permission_floor_p50_us: rounded(us("floor"), 1),
    permission_sdk_p50_us: rounded(us("sdk"), 1),
  };
}
