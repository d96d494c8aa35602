import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cpuMs } from "../daemon/process-cost.ts";
import { type AgentSetting, RunningDaemon } from "../daemon/running-daemon.ts";

export interface Measured {
  /** How many there was time for. */
  readonly prompts: number;
  /** Milliseconds from SendPrompt to the first delta. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** The daemon's highest, of those seen now and then. */
  readonly rssMb: number;
  /** Of one core. */
  readonly daemonCpu: number;
}

const version = "2.1.325";
const twin: AgentSetting = {
  command: process.execPath,
  args: [join(import.meta.dirname, "..", "..", "dist", "bridle-twin.js")],
  version,
};
const warmUp = 20;
/** So that it floods when the first prompt is sent. */
const settleMs = 1000;

/** Sends prompts to a twin, one after the other, while a hostile agent floods the daemon or none does. */
export async function measureNeighbour(
  hostile: AgentSetting | undefined,
  { prompts, maxMs }: { readonly prompts: number; readonly maxMs: number },
  alsoOpen: (socket: string, session: string) => AsyncDisposable | undefined = () => undefined,
): Promise<Measured> {
  const agents = { twin, ...(hostile && { hostile: { ...hostile, version } }) };
  await using daemon = await RunningDaemon.start({ agents });
  const [id = ""] = await daemon.sessions(1, "twin", "hello");
  const prompted = new Prompted(daemon, id);
  await prompted.follow();
  for (let n = 0; n < warmUp; n++) await prompted.firstDelta();
  const flooding = hostile === undefined ? "" : await startFlood(daemon);
  await using _others = alsoOpen(daemon.socket, flooding);
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const times: number[] = [];
  let rssMb = 0;
  const begun = performance.now();
  const cpuBefore = cpuMs(daemon.pid);
  while (times.length < prompts && performance.now() - begun < maxMs) {
    times.push(await prompted.firstDelta());
    if (times.length % 10 === 1) rssMb = Math.max(rssMb, rssOf(daemon.pid));
  }
  const daemonCpu = (cpuMs(daemon.pid) - cpuBefore) / (performance.now() - begun);
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
  return { prompts: times.length, p50: at(0.5), p99: at(0.99), max: at(1), rssMb, daemonCpu };
}

async function startFlood({ client, home }: RunningDaemon): Promise<string> {
  const prompt = { text: "go" };
  const { session } = await client.sessions.createSession({ agent: "hostile", cwd: home, prompt });
  return session?.id ?? "";
}

function rssOf(pid: number): number {
  const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1] ?? 0) / 1024;
}

class Prompted {
  readonly #daemon: RunningDaemon;
  readonly #sessionId: string;
  #heard: (kind: string | undefined) => void = () => {};

  constructor(daemon: RunningDaemon, sessionId: string) {
    this.#daemon = daemon;
    this.#sessionId = sessionId;
  }

  async follow(): Promise<void> {
    const after = await this.#daemon.lastSeq(this.#sessionId);
    const follow = async (): Promise<void> => {
      for await (const { kind } of this.#daemon.client.follow(this.#sessionId, after)) this.#heard(kind.case);
    };
    // It ends with the daemon.
    follow().catch(() => undefined);
  }

  /** Milliseconds to the first delta; resolves at the end of the turn. */
  async firstDelta(): Promise<number> {
    const first = Promise.withResolvers<number>();
    const over = Promise.withResolvers<void>();
    const begun = performance.now();
    this.#heard = (kind) => {
      if (kind === "textDelta") first.resolve(performance.now() - begun);
      if (kind === "turnComplete") over.resolve();
    };
    const prompt = { text: "hello" };
    const sent = this.#daemon.client.conversation.sendPrompt({ sessionId: this.#sessionId, prompt });
    const [ms] = await Promise.all([first.promise, sent, over.promise]);
    return ms;
  }
}
