import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Figures } from "../figures.ts";
import { median, rounded } from "../median.ts";

interface Cost {
  readonly count: number;
  readonly drainMs: number;
  readonly maxRssMb: number;
}

const pauseMs = 4000;

/** One host in a fresh process, so that its peak is its own. */
function cost(host: "ours" | "sdk", agent: string, env: NodeJS.ProcessEnv, pause = 0): Cost {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "child.ts"), host, agent, String(pause)],
    { env, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Cost;
}

/** A consumer that sleeps after the first message and then drains, beside one that does not, and beside the official SDK. */
export function slowConsumer(agent: string, env: NodeJS.ProcessEnv, rounds: number): Figures {
  const awake: Cost[] = [];
  const asleep: Cost[] = [];
  const sdk: Cost[] = [];
  for (let round = 0; round < rounds; round++) {
    awake.push(cost("ours", agent, env));
    asleep.push(cost("ours", agent, env, pauseMs));
    sdk.push(cost("sdk", agent, env, pauseMs));
  }
  const drain = median(asleep.map(({ drainMs }) => drainMs));
  const sdkDrain = median(sdk.map(({ drainMs }) => drainMs));
  return {
    slow_consumer_extra_mb: rounded(
      median(asleep.map(({ maxRssMb }) => maxRssMb)) - median(awake.map(({ maxRssMb }) => maxRssMb)),
      1,
    ),
    slow_consumer_drain_vs_sdk: rounded(sdkDrain / drain, 1),
    slow_consumer_drain_ms: rounded(drain, 0),
    slow_consumer_sdk_drain_ms: rounded(sdkDrain, 0),
    slow_consumer_sdk_max_rss_mb: rounded(median(sdk.map(({ maxRssMb }) => maxRssMb)), 0),
    slow_consumer_max_rss_mb: rounded(median(asleep.map(({ maxRssMb }) => maxRssMb)), 0),
  };
}

/** One 50 MB line with the cap at 8 MiB, beside the same stream without it. */
export function oversizeLine(
  agent: string,
  small: NodeJS.ProcessEnv,
  large: NodeJS.ProcessEnv,
  rounds: number,
): Figures {
  const without: number[] = [];
  const withLine: number[] = [];
  for (let round = 0; round < rounds; round++) {
    without.push(cost("ours", agent, { ...small, BRIDLE_BENCH_CAP: "8" }).maxRssMb);
    withLine.push(cost("ours", agent, { ...large, BRIDLE_BENCH_CAP: "8" }).maxRssMb);
  }
  return {
    oversize_line_extra_mb: rounded(median(withLine) - median(without), 1),
    oversize_line_max_rss_mb: rounded(median(withLine), 0),
  };
}
