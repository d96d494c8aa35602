import type { Figures } from "../figures.ts";
import { median, rounded } from "../median.ts";
import { Clients } from "./clients.ts";
import { type Poured, pour } from "./pour.ts";
import { RunningDaemon } from "./running-daemon.ts";

export interface LinesInOptions {
  readonly sessions: number;
  /** Of each session in a round. */
  readonly lines: number;
  readonly rounds: number;
}

/**
 * Agents that write as fast as their pipes take it, all stored, one client that follows all of them. Text deltas as a
 * model writes them, so that many lines become one event; beside it, deltas of two kinds in turn, where each line is one.
 */
export async function linesIn({ sessions, lines, rounds }: LinesInOptions): Promise<Figures> {
  const whole = await flood({ sessions, lines, rounds }, ["text"]);
  const half = await flood({ sessions: Math.ceil(sessions / 2), lines, rounds }, ["text"]);
  const twice = await flood({ sessions: 2 * sessions, lines, rounds }, ["text"]);
  const unjoined = await flood({ sessions, lines: Math.ceil(lines / 4), rounds }, ["text", "thinking"]);
  return {
    lines_in_per_s: whole.perSecond,
    lines_in_sessions: sessions,
    lines_in_daemon_cpu_ms: whole.daemonCpuMs,
    lines_in_holder_cpu_ms: whole.holderCpuMs,
    lines_in_per_daemon_cpu_s: whole.perCpuSecond,
    lines_in_half_per_s: half.perSecond,
    lines_in_double_per_s: twice.perSecond,
    lines_in_unjoined_per_s: unjoined.perSecond,
    lines_in_unjoined_per_daemon_cpu_s: unjoined.perCpuSecond,
    rss_mb: whole.peakMb,
    rss_half_mb: half.peakMb,
    rss_double_mb: twice.peakMb,
    rss_unjoined_mb: unjoined.peakMb,
  };
}

interface Flooded {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly daemonCpuMs: number;
  readonly holderCpuMs: number;
  readonly peakMb: number;
}

async function flood({ sessions, lines, rounds }: LinesInOptions, kinds: readonly string[]): Promise<Flooded> {
  await using daemon = await RunningDaemon.start();
  await using clients = new Clients(1);
  const ids = await daemon.sessions(sessions);
  await clients.open(daemon.socket, [ids]);
  const runs: Poured[] = [];
  for (let round = 0; round <= rounds; round++) runs.push(await pour(daemon, clients, ids, { lines, kinds }));
  await checkStored(daemon, ids[0] ?? "", 1 + lines * (rounds + 1));
  // The first only warms up.
  const measured = runs.slice(1);
  const of = (value: (run: Poured) => number): number => median(measured.map(value));
  return {
    perSecond: rounded(
      of(({ seconds }) => (sessions * lines) / seconds),
      0,
    ),
    perCpuSecond: rounded(
      of(({ daemonCpuMs }) => (1000 * sessions * lines) / daemonCpuMs),
      0,
    ),
    daemonCpuMs: of(({ daemonCpuMs }) => daemonCpuMs),
    holderCpuMs: of(({ holderCpuMs }) => holderCpuMs),
    peakMb: rounded(Math.max(...runs.map(({ peakMb }) => peakMb)), 0),
  };
}

/** Every line of a session is in its log, whatever was joined. */
async function checkStored(daemon: RunningDaemon, id: string, wanted: number): Promise<void> {
  const last = await daemon.lastSeq(id);
  const stop = new AbortController();
  let found = 0;
  for await (const { seq, kind } of daemon.client.follow(id, 0, { signal: stop.signal })) {
    if (kind.case === "textDelta" || kind.case === "thinkingDelta") found += kind.value.text.split("word").length - 1;
    if (Number(seq) >= last) stop.abort();
  }
  if (found !== wanted) throw new Error(`${found} of ${wanted} lines are stored`);
}
