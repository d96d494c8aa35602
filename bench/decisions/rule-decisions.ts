import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMs, residentMb } from "../daemon/process-cost.ts";
import { RunningDaemon } from "../daemon/running-daemon.ts";
import { type Sample, slopeOf } from "../daemon/slope.ts";
import type { Figures } from "../figures.ts";
import { rounded } from "../median.ts";
import { ordinaryRules, ruledUses } from "./rules.ts";

export interface RuleDecisionOptions {
  readonly rules: number;
  readonly agents: number;
  /** Of all agents together. */
  readonly usesPerSecond: number;
  readonly seconds: number;
  /** Of the floor, and with few rules. */
  readonly besideSeconds: number;
  /** What comes before is no part of the slope of the memory. */
  readonly warmUpSeconds: number;
}

const agentFile = join(import.meta.dirname, "..", "agents", "asking-agent.mjs");
const fewRules = 10;
const sampleMs = 500;

/**
 * From a tool use that an agent tells its hook of, or asks permission for, to the answer, in the agent's own time. Beside it the
 * same agents with a host that allows everything at once, and with few rules.
 */
export async function ruleDecisions(options: RuleDecisionOptions): Promise<Figures> {
  const floor = await bareHost({ ...options, seconds: options.besideSeconds });
  const few = await underDaemon({ ...options, rules: fewRules, seconds: options.besideSeconds });
  const many = await underDaemon(options);
  return {
    decision_p99_ms: rounded(at(all(many.times), 0.99), 2),
    decision_p50_ms: rounded(at(all(many.times), 0.5), 2),
    decision_max_ms: rounded(at(all(many.times), 1), 1),
    decision_hook_p99_ms: rounded(at(many.times.hook, 0.99), 2),
    decision_ask_p99_ms: rounded(at(many.times.ask, 0.99), 2),
    decision_floor_p50_ms: rounded(at(all(floor), 0.5), 2),
    decision_floor_p99_ms: rounded(at(all(floor), 0.99), 2),
    decision_few_rules_p50_ms: rounded(at(all(few.times), 0.5), 2),
    decision_few_rules_p99_ms: rounded(at(all(few.times), 0.99), 2),
    decision_mb_per_minute: rounded(many.mbPerMinute, 2),
    decision_rss_mb: rounded(many.rssMb, 0),
    decision_few_rules_rss_mb: rounded(few.rssMb, 0),
    decision_daemon_cpu: rounded(many.cpu, 2),
    decision_uses: many.uses,
    decision_uses_per_s: rounded(many.uses / many.seconds, 1),
    decision_rules: options.rules,
  };
}

interface Times {
  readonly hook: readonly number[];
  readonly ask: readonly number[];
}

/** What each agent is told to do, and where it writes what it found. */
function ordersOf({ rules, agents, usesPerSecond, seconds }: RuleDecisionOptions, folder: string) {
  return Array.from({ length: agents }, (_, seed) => ({
    uses: ruledUses(Math.round((usesPerSecond * seconds) / agents), rules, seed),
    everyMs: (1000 * agents) / usesPerSecond,
    out: join(folder, `times-${seed}.json`),
  }));
}

async function bareHost(options: RuleDecisionOptions): Promise<Times> {
  const folder = mkdtempSync(join(tmpdir(), "bridle-bench-"));
  try {
    const orders = ordersOf(options, folder);
    const host = join(import.meta.dirname, "bare-host.mjs");
    const args = [host, agentFile, ...orders.map((order) => JSON.stringify(order))];
    const [code] = await once(spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] }), "exit");
    if (code !== 0) throw new Error(`the bare host ended with ${code}`);
    return readTimes(orders, false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function underDaemon(options: RuleDecisionOptions) {
  const agents = { asking: { command: process.execPath, args: [agentFile], version: "2.1.325" } };
  const settings = { permissions: ordinaryRules(options.rules) };
  await using daemon = await RunningDaemon.start({ agents, settings });
  const orders = ordersOf(options, daemon.home);
  const ids: string[] = [];
  // One after the other: with each folder all rules are compiled.
  for (const seed of orders.keys()) ids.push(await begin(daemon, seed, options.rules));
  const begun = performance.now();
  const cpuBefore = cpuMs(daemon.pid);
  const samples: Sample[] = [];
  const sample = (): void => void samples.push({ minute: sinceMs() / 60_000, value: residentMb(daemon.pid) });
  const sinceMs = (): number => performance.now() - begun;
  const sampling = setInterval(sample, sampleMs);
  await Promise.all(ids.map((id, n) => daemon.prompt(id, orders[n] ?? {})));
  for (const id of ids) await daemon.turns(id, 2, 500);
  clearInterval(sampling);
  sample();
  const ms = sinceMs();
  const warm = samples.filter(({ minute }) => minute * 60 >= options.warmUpSeconds);
  return {
    times: readTimes(orders, true),
    uses: orders.reduce((sum, { uses }) => sum + uses.length, 0),
    seconds: ms / 1000,
    cpu: (cpuMs(daemon.pid) - cpuBefore) / ms,
    mbPerMinute: slopeOf(warm),
    rssMb: samples.at(-1)?.value ?? 0,
  };
}

/** A session in a folder of its own whose agent has used each kind of tool once. */
async function begin(daemon: RunningDaemon, seed: number, rules: number): Promise<string> {
  const cwd = join(daemon.home, `project-${seed}`);
  mkdirSync(cwd);
  const prompt = { text: JSON.stringify({ uses: ruledUses(7, rules, seed), everyMs: 50 }) };
  const { session } = await daemon.client.sessions.createSession({ agent: "asking", cwd, prompt });
  const id = session?.id ?? "";
  await daemon.turns(id, 1);
  return id;
}

/** Milliseconds. Throws where another verdict came than the rules give. */
function readTimes(orders: readonly { readonly out: string }[], isRuled: boolean): Times {
  const found = orders.map(({ out }) => JSON.parse(readFileSync(out, "utf8")) as Times & { wrong: number });
  const wrong = found.reduce((sum, one) => sum + one.wrong, 0);
  if (isRuled && wrong > 0) throw new Error(`${wrong} tool uses were not decided as the rules say`);
  const times = (kind: keyof Times): number[] => found.flatMap((one) => one[kind]).map((us) => us / 1000);
  return { hook: times("hook"), ask: times("ask") };
}

function all({ hook, ask }: Times): readonly number[] {
  return [...hook, ...ask];
}

function at(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}
