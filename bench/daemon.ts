import { spokenVersion } from "../src/adapters/spoken-version.ts";
import { cliFirstOutput } from "./daemon/cli-output.ts";
import { type EventsOutOptions, eventsOut } from "./daemon/events-out.ts";
import { idleMemory, readiness } from "./daemon/footprint.ts";
import { type LatencyOptions, latency } from "./daemon/latency.ts";
import { type LinesInOptions, linesIn } from "./daemon/lines-in.ts";
import { listSessions, liveSessions } from "./daemon/many-sessions.ts";
import { type RealCliOptions, realCliFigures } from "./daemon/real-cli.ts";
import type { Figures } from "./figures.ts";

export interface DaemonBenchOptions {
  readonly linesIn: LinesInOptions;
  readonly eventsOut: EventsOutOptions;
  readonly latency: LatencyOptions;
  /** Undefined: not that part. */
  readonly realCli: RealCliOptions | undefined;
  readonly idleMs: number;
  readonly readyRounds: number;
  readonly liveSessions: number;
  readonly listedSessions: number;
  readonly listRounds: number;
  readonly cliRounds: number;
}

const full: DaemonBenchOptions = {
  linesIn: { sessions: 20, lines: 20_000, rounds: 5 },
  eventsOut: { clients: 100, linesPerSecond: 10_000, seconds: 4, rounds: 3 },
  latency: { sessions: 5, clients: 5, linesPerSecond: 5_000, seconds: 6, rounds: 3 },
  realCli: { version: spokenVersion, firstDeltaRounds: 21, chunks: 20_000, throughputRounds: 7 },
  idleMs: 60_000,
  readyRounds: 11,
  liveSessions: 100,
  listedSessions: 10_000,
  listRounds: 21,
  cliRounds: 11,
};

/** The built daemon under load and at rest, each figure a run of its own, with its CPU time and the floors beside it. */
export async function daemonBench(options = full): Promise<Figures> {
  const { realCli } = options;
  return {
    ...(await linesIn(options.linesIn)),
    ...(await eventsOut(options.eventsOut)),
    ...(await latency(options.latency)),
    ...(realCli === undefined ? {} : await realCliFigures(realCli)),
    ...(await idleMemory(options.idleMs)),
    ...(await readiness(options.readyRounds)),
    ...(await liveSessions(options.liveSessions)),
    ...(await listSessions(options.listedSessions, options.listRounds)),
    ...(await cliFirstOutput(options.cliRounds)),
    node: process.version,
  };
}
