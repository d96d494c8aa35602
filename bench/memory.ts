import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { residentMb } from "./daemon/process-cost.ts";
import { RunningDaemon } from "./daemon/running-daemon.ts";
import type { Figures } from "./figures.ts";
import { rounded } from "./median.ts";

export interface MemoryOptions {
  /** Each has an agent and a turn, and somebody who follows it. */
  readonly sessions: number;
  readonly atOnce: number;
  /** What the daemon has to give back what it no longer needs, the store's threads too. */
  readonly restMs: number;
}

const sizes: { readonly [size in "full" | "quick"]: MemoryOptions } = {
  full: { sessions: 2000, atOnce: 20, restMs: 45_000 },
  quick: { sessions: 100, atOnce: 20, restMs: 5_000 },
};

const agent = {
  command: join(import.meta.dirname, "agents", "short-turn-agent.sh"),
  version: "2.1.325",
};
const idleSleepMs = 1000;

/**
 * What a daemon that rests has kept of sessions that ran a turn: its memory before them, after them, and after as many
 * again. The second part tells what is kept of each session from what is loaded and compiled once.
 */
export async function memoryBench(size: keyof typeof sizes | MemoryOptions = "full"): Promise<Figures> {
  const options = typeof size === "string" ? sizes[size] : size;
  // As many agents at once as the settings have by default.
  const settings = { limits: {}, sessions: { idle_sleep_ms: idleSleepMs } };
  await using daemon = await RunningDaemon.start({ agents: { short: agent }, settings });
  await sleep(options.restMs);
  const idle = sizesOf(daemon);
  const begun = performance.now();
  await runTurns(daemon, options);
  const seconds = (performance.now() - begun) / 1000;
  const after = await rested(daemon, options);
  await runTurns(daemon, options);
  const again = await rested(daemon, options);
  return {
    memory_growth_mb: rounded(after.daemon - idle.daemon, 1),
    memory_growth_again_mb: rounded(again.daemon - after.daemon, 1),
    memory_idle_mb: rounded(idle.daemon, 1),
    memory_after_mb: rounded(after.daemon, 1),
    memory_again_mb: rounded(again.daemon, 1),
    memory_peak_mb: rounded(residentMb(daemon.pid, "VmHWM"), 1),
    memory_holder_idle_mb: rounded(idle.holder, 1),
    memory_holder_after_mb: rounded(after.holder, 1),
    memory_holder_again_mb: rounded(again.holder, 1),
    memory_sessions: options.sessions,
    memory_turns_per_s: rounded(options.sessions / seconds, 1),
    memory_rest_s: options.restMs / 1000,
    node: process.version,
  };
}

interface Sizes {
  readonly daemon: number;
  readonly holder: number;
}

function sizesOf({ pid, holderPid }: RunningDaemon): Sizes {
  return { daemon: residentMb(pid), holder: residentMb(holderPid) };
}

async function runTurns(daemon: RunningDaemon, { sessions, atOnce }: MemoryOptions): Promise<void> {
  let left = sessions;
  const one = async (): Promise<void> => {
    while (left-- > 0) await runTurn(daemon);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

async function runTurn({ client, home }: RunningDaemon): Promise<void> {
  const { session } = await client.sessions.createSession({ agent: "short", cwd: home, prompt: { text: "hello" } });
  const stop = new AbortController();
  let text = "";
  for await (const { kind } of client.follow(session?.id ?? "", 0, { signal: stop.signal })) {
    if (kind.case === "textDelta") text += kind.value.text;
    if (kind.case === "turnComplete") stop.abort();
  }
  if (!text.endsWith("nine ten ")) throw new Error(`a turn came without its text: ${JSON.stringify(text)}`);
}

/** When all agents sleep, and some time later. */
async function rested(daemon: RunningDaemon, { restMs }: MemoryOptions): Promise<Sizes> {
  const deadline = performance.now() + 120_000;
  while (await hasAgents(daemon)) {
    if (performance.now() > deadline) throw new Error("agents are left that do not go to sleep");
    await sleep(200);
  }
  await sleep(restMs);
  return sizesOf(daemon);
}

/** Those that have one are among the newest. */
async function hasAgents({ client }: RunningDaemon): Promise<boolean> {
  const { sessions } = await client.sessions.listSessions({ pageSize: 1000 });
  return sessions.some(({ live }) => live);
}
