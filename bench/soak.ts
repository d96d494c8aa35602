// npm run soak -- [--minutes 30] [--json]: a daemon under a steady load. One JSON object at the end, progress on stderr.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Clients } from "./daemon/clients.ts";
import { cpuMs, residentMb } from "./daemon/process-cost.ts";
import { RunningDaemon } from "./daemon/running-daemon.ts";
import { type Sample, slopeOf } from "./daemon/slope.ts";
import type { Figures } from "./figures.ts";
import { rounded } from "./median.ts";

interface SoakOptions {
  readonly minutes: number;
  readonly sessions: number;
  readonly clients: number;
  /** Of all sessions together. */
  readonly linesPerSecond: number;
  readonly sampleMs: number;
  /** How long a turn is. */
  readonly turnSeconds: number;
  readonly progress: (line: string) => void;
}

const full: Omit<SoakOptions, "minutes"> = {
  sessions: 8,
  clients: 6,
  linesPerSecond: 2000,
  sampleMs: 5000,
  turnSeconds: 20,
  progress: (line) => process.stderr.write(`${line}\n`),
};

interface SoakSample extends Sample {
  readonly holderMb: number;
  readonly walMb: number;
  readonly fds: number;
}

/** Turn after turn in every session, clients on all of them all the time. Growth is a line fitted through what was seen after the first tenth. */
export async function soak({
  minutes,
  ...rest
}: Partial<SoakOptions> & { readonly minutes: number }): Promise<Figures> {
  const options: SoakOptions = { ...full, ...rest, minutes };
  await using daemon = await RunningDaemon.start();
  await using clients = new Clients(1);
  const ids = await daemon.sessions(options.sessions);
  await clients.open(
    daemon.socket,
    Array.from({ length: options.clients }, () => ids),
  );
  const begun = performance.now();
  const until = begun + minutes * 60_000;
  const cpu = daemon.cpu().daemon;
  const samples: SoakSample[] = [];
  const watching = setInterval(() => samples.push(watch(daemon, begun, options)), options.sampleMs);
  let lines = 0;
  try {
    lines = await talk(daemon, ids, until, options);
  } finally {
    clearInterval(watching);
  }
  const last = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await daemon.lastSeq(id)] as const)));
  const { events } = await clients.reach(last);
  const wanted = options.clients * Object.values(last).reduce((sum, seq) => sum + seq, 0);
  if (events < wanted) throw new Error(`${events} of ${wanted} events came to the clients`);
  const seconds = (performance.now() - begun) / 1000;
  return {
    ...figuresOf(samples),
    soak_minutes: rounded(seconds / 60, 1),
    soak_lines: lines,
    soak_lines_per_s: rounded(lines / seconds, 0),
    soak_events_out: events,
    soak_daemon_cpu_share: rounded((daemon.cpu().daemon - cpu) / (1000 * seconds)),
  };
}

/** Every session says its part, turn by turn; resolves with the number of lines when the time is over. */
async function talk(
  daemon: RunningDaemon,
  ids: readonly string[],
  until: number,
  options: SoakOptions,
): Promise<number> {
  const rate = Math.ceil(options.linesPerSecond / ids.length);
  const turn = { lines: rate * options.turnSeconds, rate };
  let lines = 0;
  const one = async (id: string): Promise<void> => {
    for (let turns = 2; performance.now() < until; turns++) {
      await daemon.prompt(id, turn);
      // Seldom: asking is not what is measured.
      await daemon.turns(id, turns, 500);
      lines += turn.lines;
    }
  };
  await Promise.all(ids.map(one));
  return lines;
}

function watch(daemon: RunningDaemon, begun: number, { progress }: SoakOptions): SoakSample {
  const sample: SoakSample = {
    minute: (performance.now() - begun) / 60_000,
    value: residentMb(daemon.pid),
    holderMb: residentMb(daemon.holderPid),
    walMb: (statSync(join(daemon.home, "state", "bridle.db-wal"), { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20,
    fds: readdirSync(`/proc/${daemon.pid}/fd`).length,
  };
  const { minute, value, holderMb, walMb, fds } = sample;
  const cpuSeconds = cpuMs(daemon.pid) / 1000;
  progress(
    `${minute.toFixed(1)} min  daemon ${value.toFixed(0)} MB  holder ${holderMb.toFixed(0)} MB  wal ${walMb.toFixed(1)} MB  fds ${fds}  cpu ${cpuSeconds.toFixed(0)} s`,
  );
  return sample;
}

function figuresOf(samples: readonly SoakSample[]): Figures {
  // What is loaded and compiled when it is first needed is no growth.
  const settled = samples.slice(Math.floor(samples.length / 10));
  const first = settled[0];
  const last = settled.at(-1);
  if (first === undefined || last === undefined) throw new Error("too short: nothing was seen");
  const most = (of: (sample: SoakSample) => number): number => Math.max(...samples.map(of));
  return {
    soak_mb_per_min: rounded(slopeOf(settled), 3),
    soak_holder_mb_per_min: rounded(slopeOf(settled.map(({ minute, holderMb }) => ({ minute, value: holderMb }))), 3),
    soak_fds_growth: last.fds - first.fds,
    soak_wal_max_mb: rounded(
      most(({ walMb }) => walMb),
      1,
    ),
    soak_rss_max_mb: rounded(
      most(({ value }) => value),
      0,
    ),
    soak_holder_rss_max_mb: rounded(
      most(({ holderMb }) => holderMb),
      0,
    ),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" }, json: { type: "boolean" } } });
  const figures = await soak({ minutes: Number(values.minutes) });
  if (values.json) console.log(JSON.stringify(figures, undefined, 2));
  else console.table(figures);
}
