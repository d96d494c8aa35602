import type { Figures } from "../figures.ts";
import { add, median, rounded } from "../median.ts";
import type { BenchHost } from "./hosts.ts";

/** From the call to the first message, hosts in turn. */
export async function firstEvent(
  hosts: readonly BenchHost[],
  agent: string,
  env: NodeJS.ProcessEnv,
  rounds: number,
): Promise<Figures> {
  const times: { [name: string]: number[] } = {};
  for (let round = 0; round <= rounds; round++) {
    for (const host of hosts) {
      const started = performance.now();
      let first = 0;
      await host.run({
        agent,
        env,
        onMessage: () => {
          if (first === 0) first = performance.now() - started;
        },
      });
      if (round > 0) add(times, host.name, first);
    }
  }
  const ms = (name: string): number => median(times[name] ?? []);
  return {
    first_event_extra_ms: rounded(ms("ours") - ms("floor"), 2),
    first_event_ms: rounded(ms("ours"), 1),
    first_event_floor_ms: rounded(ms("floor"), 1),
    first_event_sdk_ms: rounded(ms("sdk"), 1),
  };
}
