import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BridleClient, connect, type Event } from "../../../src/exports/client.ts";
import { Random } from "../../fuzz/random.ts";
import { eventually } from "../support/eventually.ts";
import { describeProcesses } from "../support/processes-of.ts";
import { startDaemon, type TestDaemon } from "../support/start-daemon.ts";
import { twinAgent } from "../support/twins.ts";
import { Chaos } from "./chaos.ts";
import { checkHistory } from "./check-history.ts";
import { EventDigests } from "./event-digests.ts";
import { SessionLoad } from "./session-load.ts";
import { followStrictly, type Strictness } from "./strict-follower.ts";

interface TortureOptions {
  /** With the daemon killed in each. */
  readonly rounds: number;
  /** With the holder killed in each, afterwards. */
  readonly holderRounds: number;
  readonly seed: number;
  readonly sessions?: number;
  readonly told?: (line: string) => void;
}

interface TortureReport {
  readonly rounds: number;
  readonly holderRounds: number;
  readonly seed: number;
  readonly kills: Chaos["kills"];
  readonly turns: number;
  readonly lostTurns: number;
  readonly eventsChecked: number;
  readonly chunks: number;
  readonly asks: number;
  readonly asksAnsweredAfterRestart: number;
  readonly duplicates: number;
  readonly gaps: number;
  readonly changed: number;
  readonly orphans: number;
  readonly problems: readonly string[];
  readonly seconds: number;
}

const turnTimeoutMs = 60_000;

/** What the twin hears it repeats, so that the log shows what reached it. Half of its lines are cut when a daemon dies. */
const echoing = twinAgent({
  faults: [
    { at: { line: "stream_event/content_block_delta" }, split: { at: [40], pauseMs: 3 }, times: "every" },
    { at: { heard: "user" }, echo: true, times: "every" },
    { at: { heard: "control_response" }, echo: true, times: "every" },
  ],
});

const settings = {
  daemon: { calls_per_minute: 10_000_000 },
  sessions: { restart_first_ms: 20, restart_max_ms: 200, restart_limit: 1000 },
};

/** Kills a daemon, its agents and its holder under load, and checks that nothing is lost, changed or done twice. */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const started = performance.now();
  await using daemon = await startDaemon({ agents: { twin: echoing }, settings });
  const run = new TortureRun(daemon, options);
  await run.prepare();
  await run.play();
  const found = await run.finish();
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return { rounds: options.rounds, holderRounds: options.holderRounds, seed: options.seed, ...found, seconds };
}

/** Who is left a moment after the end: the holder says goodbye before it is gone. */
async function leftOf(daemon: TestDaemon): Promise<number[]> {
  await eventually("nobody to be left", () => daemon.processes().length === 0, 3000).catch(() => undefined);
  return daemon.processes();
}

class TortureRun {
  readonly #daemon: TestDaemon;
  readonly #options: TortureOptions;
  readonly #random: Random;
  readonly #chaos: Chaos;
  readonly #digests = new EventDigests();
  readonly #counts: Strictness = { gaps: 0, duplicates: 0 };
  readonly #clients: BridleClient[] = [];
  readonly #loads: SessionLoad[] = [];
  readonly #problems: string[] = [];
  readonly #stop = new AbortController();
  readonly #followers: Promise<void>[] = [];
  #generation = 0;

  constructor(daemon: TestDaemon, options: TortureOptions) {
    this.#daemon = daemon;
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#chaos = new Chaos(daemon, this.#random);
  }

  /** One client per session: it drives its own, and checks the numbers of its own and of the next one's. */
  async prepare(): Promise<void> {
    const { sessions = 10, seed } = this.#options;
    for (let n = 0; n < sessions; n++) {
      const client = connect({ socket: this.#daemon.socket, retryForMs: 60_000 });
      const cwd = this.#folder(n);
      mkdirSync(cwd, { recursive: true });
      const { session } = await client.sessions.createSession({ cwd });
      const id = session?.id ?? "";
      this.#clients.push(client);
      this.#loads.push(new SessionLoad(client, id, new Random(seed + n + 1), () => this.#generation));
    }
    this.#clients.forEach((client, n) => {
      const own = this.#loads[n] as SessionLoad;
      const next = this.#loads[(n + 1) % sessions] as SessionLoad;
      this.#followers.push(this.#follow(client, own));
      const see = (event: Event) => this.#digests.see(next.sessionId, event);
      this.#followers.push(followStrictly(client, next.sessionId, this.#counts, see, this.#stop.signal));
    });
  }

  async play(): Promise<void> {
    const { rounds, holderRounds, told = () => {} } = this.#options;
    const enough = new AbortController();
    const driven = Promise.all(this.#loads.map((load) => load.drive(enough.signal, turnTimeoutMs)));
    const failed = driven.catch(() => undefined);
    let over = false;
    void failed.then(() => {
      over = true;
    });
    for (let round = 1; round <= rounds + holderRounds && !over; round++) {
      await this.#round(round > rounds);
      told(`round ${round} of ${rounds + holderRounds}: ${JSON.stringify(this.#chaos.kills)}`);
    }
    enough.abort();
    await driven.catch((error: Error) => this.#problems.push(error.message));
  }

  async finish() {
    await this.#chaos.settle();
    const histories = new Map<string, Event[]>();
    for (const load of this.#loads) histories.set(load.sessionId, await this.#replay(load));
    this.#stop.abort();
    await Promise.allSettled(this.#followers);
    await Promise.all(this.#clients.map((client) => client.close()));
    await this.#daemon.stop();
    const orphans = await leftOf(this.#daemon);
    this.#problems.push(...describeProcesses(orphans).map((one) => `left over: ${one}`));
    const found = this.#loads.map((load, n) =>
      checkHistory(histories.get(load.sessionId) ?? [], load.sent, this.#chaos.killsIn.get(this.#folder(n)) ?? 0),
    );
    const sum = (of: (one: (typeof found)[number]) => number) => found.reduce((all, one) => all + of(one), 0);
    return {
      kills: this.#chaos.kills,
      turns: this.#loads.reduce((all, { sent }) => all + sent.length, 0),
      lostTurns: sum(({ lost }) => lost),
      eventsChecked: this.#digests.checked,
      chunks: sum(({ chunks }) => chunks),
      asks: sum(({ asks }) => asks),
      asksAnsweredAfterRestart: this.#loads.reduce((all, { answeredLater }) => all + answeredLater, 0),
      ...this.#counts,
      changed: this.#digests.changed,
      orphans: orphans.length,
      problems: [
        ...this.#problems,
        ...this.#loads.flatMap(({ problems }) => problems),
        ...found.flatMap(({ problems }) => problems),
      ],
    };
  }

  async #round(withHolder: boolean): Promise<void> {
    const random = this.#random;
    await sleep(200 + random.below(800));
    if (random.below(3) === 0) this.#chaos.stopAgent();
    if (random.below(3) === 0) this.#chaos.killAgent();
    const alsoDaemon = !withHolder || random.below(2) === 0;
    if (random.below(2) === 0) await this.#nudge();
    if (alsoDaemon) await this.#chaos.killDaemon();
    if (withHolder) this.#problems.push(...(await this.#chaos.killHolder()));
    if (!alsoDaemon) return;
    if (random.below(4) === 0) this.#chaos.killAgent();
    if (random.below(4) === 0) this.#chaos.stopAgent();
    await sleep(random.below(600));
    this.#generation += 1;
    if (random.below(4) === 0) await this.#chaos.stumble();
    await this.#daemon.restart();
    await Promise.all(this.#loads.map((load) => this.#replay(load)));
  }

  /** Every client has a call under way when the next thing dies. */
  async #nudge(): Promise<void> {
    for (const load of this.#loads) load.nudge(turnTimeoutMs);
    await sleep(this.#random.below(20));
  }

  /** What anybody saw is there, and the same. */
  async #replay(load: SessionLoad): Promise<Event[]> {
    const events: Event[] = [];
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(30_000)]);
    const upTo = this.#digests.last(load.sessionId);
    const see = (event: Event): void => {
      this.#digests.see(load.sessionId, event);
      events.push(event);
    };
    await followStrictly(this.#daemon.client, load.sessionId, this.#counts, see, signal, upTo);
    if (events.length < upTo) this.#problems.push(`of ${upTo} events that were seen, ${events.length} are left`);
    return events;
  }

  async #follow(client: BridleClient, load: SessionLoad): Promise<void> {
    try {
      for await (const event of client.follow(load.sessionId, 0, { signal: this.#stop.signal })) {
        this.#digests.see(load.sessionId, event);
        load.see(event);
      }
    } catch (error) {
      this.#problems.push(`following ended: ${(error as Error).message}`);
    }
  }

  #folder(n: number): string {
    return join(this.#daemon.cwd, `s${n}`);
  }
}
