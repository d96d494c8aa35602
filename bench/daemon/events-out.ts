import type { Figures } from "../figures.ts";
import { median, rounded } from "../median.ts";
import { Clients } from "./clients.ts";
import { type Poured, pour } from "./pour.ts";
import { RunningDaemon } from "./running-daemon.ts";

export interface EventsOutOptions {
  readonly clients: number;
  /** Of the one session they all follow. */
  readonly linesPerSecond: number;
  readonly seconds: number;
  readonly rounds: number;
}

/**
 * One session, whose agent writes text and thinking deltas in turn so that nothing can be joined, followed by many
 * clients with a connection each. What counts is what came: `Event`s in the bytes that clients read.
 */
export async function eventsOut(options: EventsOutOptions): Promise<Figures> {
  const whole = await spread(options);
  const half = await spread({ ...options, clients: Math.ceil(options.clients / 2) });
  const twice = await spread({ ...options, clients: 2 * options.clients });
  return {
    events_out_per_s: whole.perSecond,
    events_per_cpu_s: whole.perCpuSecond,
    events_out_clients: options.clients,
    events_out_offered_per_s: options.clients * options.linesPerSecond,
    events_out_daemon_cpu_ms: whole.daemonCpuMs,
    events_out_holder_cpu_ms: whole.holderCpuMs,
    events_out_per_message: whole.perMessage,
    events_out_rss_mb: whole.peakMb,
    events_out_half_per_s: half.perSecond,
    events_out_half_per_cpu_s: half.perCpuSecond,
    events_out_double_per_s: twice.perSecond,
    events_out_double_per_cpu_s: twice.perCpuSecond,
  };
}

async function spread({ clients: count, linesPerSecond, seconds, rounds }: EventsOutOptions) {
  await using daemon = await RunningDaemon.start();
  await using clients = new Clients(2);
  const ids = await daemon.sessions(1);
  await clients.open(
    daemon.socket,
    Array.from({ length: count }, () => ids),
  );
  const lines = linesPerSecond * seconds;
  const order = { lines, rate: linesPerSecond, kinds: ["text", "thinking"] };
  const runs: Poured[] = [];
  for (let round = 0; round <= rounds; round++) runs.push(await pour(daemon, clients, ids, order));
  for (const { events } of runs)
    if (events < count * lines) throw new Error(`${events} of ${count * lines} events came to the clients`);
  const of = (value: (run: Poured) => number): number => rounded(median(runs.slice(1).map(value)), 0);
  return {
    perSecond: of((run) => run.events / run.seconds),
    perCpuSecond: of((run) => (1000 * run.events) / run.daemonCpuMs),
    perMessage: of((run) => run.events / run.messages),
    daemonCpuMs: of((run) => run.daemonCpuMs),
    holderCpuMs: of((run) => run.holderCpuMs),
    peakMb: rounded(Math.max(...runs.map(({ peakMb }) => peakMb)), 0),
  };
}
