import { once } from "node:events";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Verdict } from "../../src/api/gen/bridle/v1/conversation_service_pb.js";
import type { SessionState } from "../../src/daemon/core/session-state.ts";
import { Store } from "../../src/daemon/store/store.ts";
import { together } from "../../src/daemon/store/work.ts";
import { parkedState, sleepingState, storeState } from "../../test/daemon/support/stored-sessions.ts";
import { descendants, residentMb } from "../daemon/process-cost.ts";
import { makeHome, RunningDaemon, startDaemon } from "../daemon/running-daemon.ts";
import type { Figures } from "../figures.ts";
import { median, rounded } from "../median.ts";

export interface ParkedOptions {
  /** One in each of as many sessions. */
  readonly asks: number;
  readonly rounds: number;
  /** What the daemon has to come to rest before its memory is looked at. */
  readonly restMs: number;
}

/** It never answers: an agent that is told of a decision is no part of what is measured. */
const mute = { command: join(import.meta.dirname, "..", "agents", "mute-agent.sh"), version: "2.1.325" };
const setup = { agents: { mute }, settings: { limits: { live_agents: 4 } } };
const dayMs = 86_400_000;

type MakeState = (id: string, at: number) => SessionState;

/** What a daemon costs with asks that wait without an agent, beside the same sessions without; and what it takes when all are over at once. */
export async function parkedAsks({ asks, rounds, restMs }: ParkedOptions): Promise<Figures> {
  const nowMs = Date.now();
  const parked: MakeState = (id, at) => state(id, at, nowMs + dayMs);
  const times = await starts({ parked: () => prepared(asks, parked), floor: () => prepared(asks, sleeping) }, rounds);
  const floor = await resting(asks, sleeping, restMs);
  const waiting = await resting(asks, parked, restMs);
  return {
    parked_mb: rounded(waiting.rssMb - floor.rssMb, 1),
    parked_start_ms: rounded(median(times.parked) - median(times.floor), 0),
    parked_processes: waiting.processes,
    parked_rss_mb: rounded(waiting.rssMb, 1),
    parked_floor_rss_mb: rounded(floor.rssMb, 1),
    parked_ready_ms: rounded(median(times.parked), 0),
    parked_floor_ready_ms: rounded(median(times.floor), 0),
    parked_asks: asks,
    parked_list_ms: rounded(waiting.listMs, 0),
    ...(await allOver("expired", asks, (id, at) => state(id, at, nowMs - 1))),
    ...(await allOver("answered", asks, parked)),
  };
}

const state = (id: string, at: number, deadlineMs: number): SessionState =>
  parkedState(id, { agent: "mute", cwd: tmpdir(), createdMs: Date.now() - at, deadlineMs });

const sleeping: MakeState = (id) => sleepingState(id, { agent: "mute", cwd: tmpdir() });

async function storeSessions(home: string, count: number, make: MakeState): Promise<void> {
  await using store = new Store(join(home, "state", "bridle.db"));
  for (let at = 0; at < count; at += 1000) {
    const some = Array.from({ length: Math.min(1000, count - at) }, (_, n) => make(crypto.randomUUID(), at + n));
    await store.write(together(...some.map((one) => storeState(one, Date.now()))));
  }
}

async function prepared(count: number, make: MakeState): Promise<string> {
  const home = makeHome(setup);
  await storeSessions(home, count, make);
  return home;
}

/** Milliseconds from the spawn until it is ready, in turns. */
async function starts<N extends string>(homes: { [name in N]: () => Promise<string> }, rounds: number) {
  const names = Object.keys(homes) as N[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as { [name in N]: number[] };
  const made = new Map<N, string>();
  try {
    for (const name of names) made.set(name, await homes[name]());
    for (let round = 0; round <= rounds; round++)
      for (const [name, home] of made) {
        const ms = await startOnce(home);
        if (round > 0) times[name].push(ms);
      }
  } finally {
    for (const home of made.values()) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  return times;
}

async function startOnce(home: string): Promise<number> {
  const begun = performance.now();
  const child = await startDaemon(home);
  const ms = performance.now() - begun;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
  return ms;
}

async function resting(count: number, make: MakeState, restMs: number) {
  await using daemon = await RunningDaemon.start({ ...setup, prepare: (home) => storeSessions(home, count, make) });
  await sleep(restMs);
  const rssMb = residentMb(daemon.pid);
  const processes = descendants(daemon.holderPid).length;
  const begun = performance.now();
  await daemon.client.conversation.listAsks({});
  return { rssMb, processes, listMs: performance.now() - begun };
}

/** Until none is open any more; and what calls of others take meanwhile. */
async function allOver(how: "expired" | "answered", count: number, make: MakeState): Promise<Figures> {
  await using daemon = await RunningDaemon.start({ ...setup, prepare: (home) => storeSessions(home, count, make) });
  const { client } = daemon;
  const calls: number[] = [];
  const begun = performance.now();
  const answering = how === "answered" ? answerAll(daemon) : undefined;
  for (;;) {
    const asked = performance.now();
    const { openAsks } = await client.daemon.healthDetails({});
    calls.push(performance.now() - asked);
    if (openAsks === 0) break;
    await sleep(10);
  }
  const ms = performance.now() - begun;
  await answering;
  const sorted = calls.sort((a, b) => a - b);
  return {
    [`${how}_all_ms`]: rounded(ms, 0),
    [`${how}_per_s`]: rounded((1000 * count) / ms, 0),
    [`${how}_others_p50_ms`]: rounded(sorted[Math.floor(sorted.length / 2)] ?? 0, 1),
    [`${how}_others_max_ms`]: rounded(sorted.at(-1) ?? 0, 1),
    [`${how}_agents`]: descendants(daemon.holderPid).length,
    [`${how}_rss_mb`]: rounded(residentMb(daemon.pid, "VmHWM"), 0),
  };
}

const atOnce = 20;

async function answerAll({ client }: RunningDaemon): Promise<void> {
  const { asks } = await client.conversation.listAsks({});
  const one = async (): Promise<void> => {
    for (let ask = asks.pop(); ask !== undefined; ask = asks.pop())
      await client.conversation.answerAsk({ askId: ask.id, verdict: Verdict.ALLOW });
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
