import assert from "node:assert/strict";
import { test } from "node:test";
import { agentBench } from "../bench/agent.ts";
import { slopeOf } from "../bench/daemon/slope.ts";
import { daemonBench } from "../bench/daemon.ts";
import { decisionsBench } from "../bench/decisions.ts";
import { hostBench } from "../bench/host.ts";
import { memoryBench } from "../bench/memory.ts";
import { neighboursBench } from "../bench/neighbours.ts";
import { pageBench } from "../bench/page.ts";
import { soak } from "../bench/soak.ts";
import { wireBench } from "../bench/wire.ts";
import { noBrowser } from "./page/support/browser.ts";

test("W5 the bench of the wire reads the same lines as its floor in one run and gives every figure", async () => {
  const figures = await wireBench({ rounds: 1, eventLines: 3000, mixLines: 1000 });
  const wanted = [
    "throughput_vs_floor",
    "throughput_cpu_vs_floor",
    "throughput_cpu_ms",
    "mix_vs_floor",
    "mix_cpu_vs_floor",
    "long_line_linear",
    "import_ms",
  ];
  for (const name of wanted) assert.ok(Number(figures[name]) > 0, name);
  assert.equal(figures.throughput_lines, 3000);
});

test("H20 the bench of the host drives the floor, ours and the official SDK and gives every figure, under a small load", async () => {
  const figures = await hostBench({ lines: 2000, rounds: 1, firstEventRounds: 2, asks: 20, memoryRounds: 1 });
  const wanted = [
    ...["throughput_vs_floor", "throughput_vs_sdk", "permission_p50_vs_floor", "slow_consumer_max_rss_mb"],
    ...["oversize_line_max_rss_mb", "first_event_ms", "import_ms", "sdk_import_ms"],
  ];
  for (const name of wanted) assert.ok(Number(figures[name]) > 0, name);
});

test("The bench of the agent runs every contestant and gives every figure, under a small load", async () => {
  const figures = await agentBench({
    startRounds: 1,
    deltas: 2000,
    apiDeltas: 500,
    deltaRounds: 1,
    memoryRounds: 1,
    resumeRounds: 1,
    grepFiles: 500,
    grepRounds: 1,
  });
  const wanted = [
    ...["start_vs_claude", "deltas_vs_floor", "deltas_api_per_s", "idle_rss_mb", "grep_vs_rg"],
    ...["resume_100_ms", "resume_10000_turn_ms"],
  ];
  for (const name of wanted) assert.ok(Number(figures[name]) > 0, name);
});

test("D12 the bench of the daemon brings every line to every client and gives every figure, under a small load", async () => {
  const figures = await daemonBench({
    linesIn: { sessions: 2, lines: 500, rounds: 1 },
    eventsOut: { clients: 4, linesPerSecond: 500, seconds: 0.4, rounds: 1 },
    latency: { sessions: 2, clients: 2, linesPerSecond: 200, seconds: 0.5, rounds: 1 },
    realCli: undefined,
    idleMs: 100,
    readyRounds: 1,
    liveSessions: 3,
    listedSessions: 300,
    listRounds: 1,
    cliRounds: 1,
  });
  const wanted = [
    ...["lines_in_per_s", "rss_mb", "events_out_per_s", "events_per_cpu_s", "latency_p50_ms", "latency_p99_ms"],
    ...["latency_floor_p50_ms", "idle_mb", "ready_ms", "list_10k_ms", "cli_first_output_ms"],
  ];
  for (const name of wanted) assert.ok(Number(figures[name]) > 0, name);
  assert.equal(figures.live_sessions, 3);
});

test("D12 the bench of memory runs a turn in every session twice over, waits until all agents sleep and gives every figure", async () => {
  const figures = await memoryBench({ sessions: 30, atOnce: 10, restMs: 100 });
  for (const part of ["idle", "after", "again", "peak", "holder_idle", "holder_after", "holder_again"])
    assert.ok(Number(figures[`memory_${part}_mb`]) > 0, part);
  assert.equal(figures.memory_sessions, 30);
});

test("P6 P7 the bench of decisions has every call decided as the rules say, and every parked ask expired and answered, and gives every figure", async () => {
  const beside = { rules: 100, agents: 2, usesPerSecond: 20, seconds: 1, besideSeconds: 1, warmUpSeconds: 0 };
  const figures = await decisionsBench({ rules: beside, parked: { asks: 40, rounds: 1, restMs: 100 } });
  for (const name of ["decision_p99_ms", "decision_floor_p99_ms", "decision_few_rules_p99_ms", "decision_rss_mb"])
    assert.ok(Number(figures[name]) > 0, name);
  for (const name of ["parked_rss_mb", "parked_ready_ms", "expired_all_ms", "answered_all_ms"])
    assert.ok(Number(figures[name]) > 0, name);
  assert.deepEqual([figures.decision_uses, figures.parked_asks, figures.parked_processes], [20, 40, 0]);
});

test("D5 the bench of neighbours answers prompts beside a hostile agent and gives every figure, with its floor", async () => {
  const figures = await neighboursBench({
    prompts: 5,
    maxMs: 60_000,
    idleReaders: 3,
    hostile: ["bad_lines", "long_events"],
  });
  for (const name of ["floor", "bad_lines", "long_events"]) {
    assert.equal(figures[`${name}_prompts`], 5);
    for (const figure of ["p50_ms", "p99_ms", "max_ms", "rss_mb"]) assert.ok(Number(figures[`${name}_${figure}`]) > 0);
  }
  assert.ok(Number(figures.worst_p99_ms) > 0);
});

test("U3 the bench of the page streams into a real browser, and into a bare list, and gives every figure", {
  skip: noBrowser,
}, async () => {
  const figures = await pageBench({ perSecond: 100, seconds: 1, events: 200, paints: 1 });
  const wanted = [
    ...[
      "stream_longest_task_ms",
      "stream_longest_task_cpu_ms",
      "stream_fps",
      "stream_max_nodes",
      "floor_longest_task_ms",
    ],
    ...["floor_fps", "memory_whole_mb", "open_long_session_ms", "first_paint_ms", "first_load_gzip_kb"],
  ];
  for (const name of wanted) assert.ok(Number(figures[name]) > 0, name);
});

test("D12 the soak tells of memory, log and descriptors, and that every event came to every client", async () => {
  const said: string[] = [];
  const small = { sessions: 2, clients: 2, linesPerSecond: 200, sampleMs: 200, turnSeconds: 1 };
  const figures = await soak({ minutes: 0.05, ...small, progress: (line) => said.push(line) });
  for (const name of ["soak_rss_max_mb", "soak_wal_max_mb", "soak_lines"]) assert.ok(Number(figures[name]) > 0, name);
  assert.ok(Math.abs(Number(figures.soak_fds_growth)) < 10);
  assert.ok(said.length > 5);
});

test("D12 growth is the slope of the line that fits best", () => {
  const samples = [0, 1, 2, 3].map((minute) => ({ minute, value: 50 + 2 * minute + (minute % 2) }));
  assert.ok(Math.abs(slopeOf(samples) - 2.2) < 1e-9);
  assert.equal(slopeOf([{ minute: 1, value: 5 }]), 0);
});
