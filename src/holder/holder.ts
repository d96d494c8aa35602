import { createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { claimSocket } from "./claim-socket.ts";
import { DaemonConnection, type HolderCalls } from "./daemon-connection.ts";
import { HeldProcess } from "./held-process.ts";
import { holderFolder } from "./holder-files.ts";
import { defaultSettings, type HolderSettings, type StartRequest, type Welcome } from "./holder-protocol.ts";
import { clearSpools } from "./spool.ts";

interface HolderOptions {
  /** Of the socket and the pid file. */
  readonly folder: string;
  readonly spoolFolder: string;
  /** How long it waits for a daemon when it has no agents. */
  readonly graceMs: number;
}

/** A name that is also a file's. */
const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/** A longer timer would fire at once. */
const maxTimerMs = 2 ** 31 - 1;
/** How long output that nobody takes may hold up the end. */
const lastOutputMs = 2_000;

/**
 * Owns a daemon's agents and outlives it. One daemon is attached at a time; a
 * new one takes the place of the old. Without one it goes on reading, and ends
 * its agents and itself when none came for `lingerMs`.
 */
export class Holder implements HolderCalls {
  readonly #options: HolderOptions;
  readonly #agents = new Map<string, HeldProcess>();
  readonly #server: Server;
  readonly #ended = Promise.withResolvers<void>();
  #release = (): void => {};
  #settings: HolderSettings = defaultSettings;
  #daemon: DaemonConnection | undefined;
  /** How many were let in so far. */
  #daemons = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #ending = false;

  /** Rejects with `already_running` or `invalid_option`. */
  static async open(options: HolderOptions): Promise<Holder> {
    holderFolder(options.folder);
    const holder = new Holder(options);
    holder.#release = await claimSocket(holder.#server, options.folder);
    clearSpools(options.spoolFolder);
    holder.#waitForDaemon();
    return holder;
  }

  private constructor(options: HolderOptions) {
    this.#options = options;
    this.#server = createServer((socket) => void new DaemonConnection(socket, this));
  }

  /** Resolves when all agents are ended and the socket is gone. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  async admit(connection: DaemonConnection, settings: HolderSettings): Promise<Welcome | "ending"> {
    if (this.#ending) return "ending";
    clearTimeout(this.#idleTimer);
    const before = this.#daemon;
    this.#daemon = connection;
    const daemon = ++this.#daemons;
    before?.replace();
    this.#settings = { ...defaultSettings, ...settings };
    // An agent that is being started is told once it runs or failed.
    const agents = [...this.#agents.values()];
    await Promise.allSettled(agents.map(({ started }) => started));
    const running = agents.filter((agent) => !agent.starting);
    return { pid: process.pid, daemon, agents: running.map((agent) => agent.status()) };
  }

  hasReplaced(daemon: number): boolean {
    return daemon < this.#daemons;
  }

  left(connection: DaemonConnection): void {
    if (this.#daemon !== connection) return;
    this.#daemon = undefined;
    if (this.#ending) for (const agent of this.#agents.values()) agent.discard();
    else this.#waitForDaemon();
  }

  find(id: string): HeldProcess | undefined {
    return this.#agents.get(id);
  }

  /** The agent of that id, started if it is not there. Gives the reason when it cannot be. */
  start(request: StartRequest): HeldProcess | string {
    const { id } = request;
    const known = this.#agents.get(id);
    if (known !== undefined) return known;
    if (this.#ending) return "the holder is ending";
    if (!idPattern.test(id)) return "an agent's id has letters, digits, dot, underscore and hyphen, at most 128";
    const agent = new HeldProcess(request, this.#options.spoolFolder, () => this.#settings);
    this.#agents.set(id, agent);
    agent.started.catch(() => this.#remove(agent));
    return agent;
  }

  /** One that still runs is ended first: nobody wants it any more. */
  forget(agent: HeldProcess): void {
    agent.discard();
    void agent.end();
    void agent.over.then(() => this.#remove(agent));
  }

  stop(): void {
    if (this.#ending) return;
    this.#ending = true;
    clearTimeout(this.#idleTimer);
    void this.#end();
  }

  #remove(agent: HeldProcess): void {
    this.#agents.delete(agent.id);
    if (this.#agents.size === 0 && this.#daemon === undefined && !this.#ending) this.#waitForDaemon();
  }

  #waitForDaemon(): void {
    const ms = this.#agents.size > 0 ? this.#settings.lingerMs : this.#options.graceMs;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.stop(), Math.min(ms, maxTimerMs));
  }

  async #end(): Promise<void> {
    const agents = [...this.#agents.values()];
    if (this.#daemon === undefined) for (const agent of agents) agent.discard();
    await Promise.all(agents.map((agent) => agent.end()));
    const over = Promise.all(agents.map((agent) => agent.over));
    // What is left then is ended by the reaper.
    await Promise.race([over, sleep(lastOutputMs, undefined, { ref: false })]);
    for (const agent of agents) agent.discard();
    this.#release();
    this.#daemon?.stopped();
    this.#server.close();
    this.#ended.resolve();
  }
}
