import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../fuzz/random.ts";
import { agentsOf, describeProcesses, holderOf, processesOf } from "../support/processes-of.ts";
import type { TestDaemon } from "../support/start-daemon.ts";

interface Kills {
  daemon: number;
  holder: number;
  agents: number;
  stopped: number;
}

/** Kills and stops what belongs to a daemon. Agents are known by the folder they work in. */
export class Chaos {
  readonly kills: Kills = { daemon: 0, holder: 0, agents: 0, stopped: 0 };
  /** By folder: how often its agent was killed, alone or with the holder. */
  readonly killsIn = new Map<string, number>();
  readonly #daemon: TestDaemon;
  readonly #random: Random;
  readonly #going = new Set<Promise<void>>();

  constructor(daemon: TestDaemon, random: Random) {
    this.#daemon = daemon;
    this.#random = random;
  }

  /** Pids of the agents that live. */
  get agents(): number[] {
    return agentsOf(this.#daemon.home);
  }

  killAgent(): void {
    const pid = this.#random.pick(this.agents);
    if (pid === undefined) return;
    this.#count([pid]);
    this.kills.agents += 1;
    signal(pid, "SIGKILL");
  }

  /** It goes on by itself a little later. */
  stopAgent(): void {
    const pid = this.#random.pick(this.agents);
    if (pid === undefined) return;
    this.kills.stopped += 1;
    signal(pid, "SIGSTOP");
    const going = sleep(100 + this.#random.below(900)).then(() => signal(pid, "SIGCONT"));
    this.#going.add(going);
    void going.then(() => this.#going.delete(going));
  }

  async killDaemon(): Promise<void> {
    this.kills.daemon += 1;
    await this.#daemon.kill();
  }

  /** Starts the daemon and kills it again, maybe before it is ready. */
  async stumble(): Promise<void> {
    this.kills.daemon += 1;
    await this.#daemon.stumble(100 + this.#random.below(500));
  }

  /** Its agents must end with it. */
  async killHolder(): Promise<string[]> {
    const { holder } = holderOf(this.#daemon.home);
    if (holder === 0) return ["there was no holder to kill"];
    const agents = this.agents;
    this.#count(agents);
    this.kills.holder += 1;
    signal(holder, "SIGKILL");
    const deadline = Date.now() + 10_000;
    for (;;) {
      const alive = processesOf(this.#daemon.home);
      const left = agents.filter((pid) => alive.includes(pid));
      if (left.length === 0) return [];
      if (Date.now() > deadline) return describeProcesses(left).map((one) => `outlived its holder: ${one}`);
      await sleep(20);
    }
  }

  /** Everybody who was stopped goes on. */
  async settle(): Promise<void> {
    await Promise.all(this.#going);
  }

  #count(pids: readonly number[]): void {
    for (const pid of pids) {
      const folder = folderOf(pid);
      if (folder !== undefined) this.killsIn.set(folder, (this.killsIn.get(folder) ?? 0) + 1);
    }
  }
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (readdirSync(`/proc/${pid}`).length > 0) process.kill(pid, name);
  } catch {
    // Gone by itself.
  }
}
