import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Figures } from "../figures.ts";
import { median, rounded } from "../median.ts";
import { Clients } from "./clients.ts";
import { pour } from "./pour.ts";
import { RunningDaemon } from "./running-daemon.ts";

export interface LatencyOptions {
  readonly sessions: number;
  readonly clients: number;
  /** Of all sessions together. */
  readonly linesPerSecond: number;
  readonly seconds: number;
  readonly rounds: number;
}

interface Ages {
  readonly p50: number;
  readonly p99: number;
  readonly cpuMs: number;
}

/** From the moment an agent writes a line to the moment a client has it, for every line and every client. */
export async function latency(options: LatencyOptions): Promise<Figures> {
  const whole = await rounds(options);
  const half = await rounds({ ...options, linesPerSecond: options.linesPerSecond / 2 });
  const twice = await rounds({ ...options, linesPerSecond: 2 * options.linesPerSecond });
  return {
    latency_p50_ms: whole.ours.p50,
    latency_p99_ms: whole.ours.p99,
    latency_floor_p50_ms: whole.floor.p50,
    latency_floor_p99_ms: whole.floor.p99,
    latency_lines_per_s: options.linesPerSecond,
    latency_daemon_cpu_ms: whole.ours.cpuMs,
    latency_half_p50_ms: half.ours.p50,
    latency_half_p99_ms: half.ours.p99,
    latency_half_floor_p99_ms: half.floor.p99,
    latency_double_p50_ms: twice.ours.p50,
    latency_double_p99_ms: twice.ours.p99,
    latency_double_floor_p99_ms: twice.floor.p99,
  };
}

async function rounds(options: LatencyOptions): Promise<{ readonly ours: Ages; readonly floor: Ages }> {
  const ours: Ages[] = [];
  const floor: Ages[] = [];
  for (let round = 0; round < options.rounds; round++) {
    floor.push(await throughFloor(options));
    ours.push(await throughDaemon(options));
  }
  const medians = (all: readonly Ages[]): Ages => ({
    p50: rounded(median(all.map(({ p50 }) => p50)), 2),
    p99: rounded(median(all.map(({ p99 }) => p99)), 2),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  });
  return { ours: medians(ours), floor: medians(floor) };
}

async function throughDaemon(options: LatencyOptions): Promise<Ages> {
  await using daemon = await RunningDaemon.start();
  await using clients = new Clients(1);
  const ids = await daemon.sessions(options.sessions);
  await clients.open(
    daemon.socket,
    Array.from({ length: options.clients }, () => ids),
    true,
  );
  await pour(daemon, clients, ids, orderOf({ ...options, seconds: Math.min(1, options.seconds) }));
  await clients.forgetAges();
  const { ages, daemonCpuMs } = await pour(daemon, clients, ids, orderOf(options));
  return agesOf(ages, options, daemonCpuMs);
}

async function throughFloor(options: LatencyOptions): Promise<Ages> {
  const folder = mkdtempSync(join(tmpdir(), "bridle-bench-"));
  const here = import.meta.dirname;
  const agent = join(here, "..", "agents", "pouring-agent.mjs");
  const args = [join(here, "bare-daemon.mjs"), folder, agent, JSON.stringify(orderOf(options)), options.sessions];
  const child = spawn(process.execPath, args.map(String), { stdio: ["pipe", "pipe", "inherit"] });
  try {
    const lines = createInterface({ input: child.stdout });
    await once(lines, "line");
    await using clients = new Clients(1);
    await clients.openPlain(join(folder, "bare.sock"), options.clients);
    const done = once(lines, "line");
    child.stdin.write("go\n");
    await done;
    const { ages } = await clients.reach();
    return agesOf(ages, options, 0);
  } finally {
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    rmSync(folder, { recursive: true });
  }
}

function orderOf({ sessions, linesPerSecond, seconds }: LatencyOptions): object {
  const rate = linesPerSecond / sessions;
  return { lines: rate * seconds, rate, stamped: true };
}

function agesOf(ages: readonly number[], { linesPerSecond, seconds, clients }: LatencyOptions, cpuMs: number): Ages {
  const wanted = linesPerSecond * seconds * clients;
  if (ages.length < wanted) throw new Error(`${ages.length} of ${wanted} lines came to the clients`);
  const sorted = [...ages].sort((a, b) => a - b);
  const percentile = (part: number): number => (sorted[Math.floor(sorted.length * part)] ?? Number.NaN) / 1000;
  return { p50: percentile(0.5), p99: percentile(0.99), cpuMs };
}
