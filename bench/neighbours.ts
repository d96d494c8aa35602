import { join } from "node:path";
import type { Figures } from "./figures.ts";
import { rounded } from "./median.ts";
import { type Measured, measureBeside } from "./neighbours/beside.ts";
import { IdleReaders } from "./neighbours/idle-readers.ts";

export interface NeighboursOptions {
  /** Beside each hostile agent. */
  readonly prompts: number;
  readonly idleReaders: number;
  readonly hostile: readonly string[];
}

/** What each does is in `agents/hostile-agent.mjs`. */
const hostile = [
  ...["bad_lines", "broken_messages", "events", "nested_lines", "wide_lines", "long_lines", "asks", "deaf"],
  "long_events",
];

const full: NeighboursOptions = { prompts: 500, idleReaders: 200, hostile };

const agentFile = join(import.meta.dirname, "agents", "hostile-agent.mjs");

/**
 * From SendPrompt to the first delta of an immediate twin, beside an agent that floods the daemon all the time. The
 * floor is the same without it. Clients that never read follow the agent of long events.
 */
export async function neighboursBench(options = full): Promise<Figures> {
  const { prompts, idleReaders } = options;
  const floor = await measureBeside(undefined, prompts);
  const figures: { [name: string]: Figures[string] } = { ...named("floor", floor) };
  let worst = 0;
  for (const name of options.hostile) {
    const found = await measureBeside(
      { command: process.execPath, args: [agentFile, name] },
      prompts,
      (socket, session) => (name === "long_events" ? IdleReaders.open(socket, session, idleReaders) : undefined),
    );
    Object.assign(figures, named(name, found));
    worst = Math.max(worst, found.p99);
  }
  return { worst_p99_ms: worst, prompts, ...figures, node: process.version };
}

function named(name: string, { p50, p99, max, rssMb, daemonCpu }: Measured): Figures {
  return {
    [`${name}_p50_ms`]: rounded(p50, 1),
    [`${name}_p99_ms`]: rounded(p99, 1),
    [`${name}_max_ms`]: rounded(max, 1),
    [`${name}_rss_mb`]: Math.round(rssMb),
    [`${name}_daemon_cpu`]: rounded(daemonCpu, 2),
  };
}
