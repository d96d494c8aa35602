import { join } from "node:path";
import type { Figures } from "./figures.ts";
import { rounded } from "./median.ts";
import { IdleReaders } from "./neighbours/idle-readers.ts";
import { type Measured, measureNeighbour } from "./neighbours/measure-neighbour.ts";

export interface NeighboursOptions {
  /** Beside each hostile agent. */
  readonly prompts: number;
  /** Beside one agent at most; where that is too short, the figure is of fewer prompts. */
  readonly maxMs: number;
  readonly idleReaders: number;
  readonly hostile: readonly string[];
}

/** What each does is in `agents/hostile-agent.mjs`. */
const hostile = [
  ...["bad_lines", "broken_messages", "events", "nested_lines", "wide_lines", "long_lines", "asks", "deaf"],
  ...["wide_messages", "long_events"],
];

const sizes: { readonly [size in "full" | "quick"]: NeighboursOptions } = {
  full: { prompts: 500, maxMs: 120_000, idleReaders: 200, hostile },
  quick: { prompts: 50, maxMs: 4_000, idleReaders: 200, hostile },
};

const agentFile = join(import.meta.dirname, "agents", "hostile-agent.mjs");

/**
 * From SendPrompt to the first delta of an immediate twin, beside an agent that floods the daemon all the time. The
 * floor is the same without it. Clients that never read follow the agent of long events.
 */
export async function neighboursBench(size: keyof typeof sizes | NeighboursOptions = "full"): Promise<Figures> {
  const options = typeof size === "string" ? sizes[size] : size;
  const { prompts, idleReaders } = options;
  const floor = await measureNeighbour(undefined, options);
  const figures: { [name: string]: Figures[string] } = { ...named("floor", floor) };
  let worst = 0;
  for (const name of options.hostile) {
    const agent = { command: process.execPath, args: [agentFile, name] };
    const found = await measureNeighbour(agent, options, (socket, session) =>
      name === "long_events" ? IdleReaders.open(socket, session, idleReaders) : undefined,
    );
    Object.assign(figures, named(name, found));
    worst = Math.max(worst, found.p99);
  }
  return { worst_p99_ms: rounded(worst, 1), prompts, ...figures, node: process.version };
}

function named(name: string, { prompts, p50, p99, max, rssMb, daemonCpu }: Measured): Figures {
  return {
    [`${name}_prompts`]: prompts,
    [`${name}_p50_ms`]: rounded(p50, 1),
    [`${name}_p99_ms`]: rounded(p99, 1),
    [`${name}_max_ms`]: rounded(max, 1),
    [`${name}_rss_mb`]: Math.round(rssMb),
    [`${name}_daemon_cpu`]: rounded(daemonCpu, 2),
  };
}
