import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BridleClient } from "../../src/exports/client.ts";
import { cpuMs } from "./process-cost.ts";

const { connect } = await import("bridle/client");

export interface AgentSetting {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: string };
  readonly version?: string;
}

interface DaemonSetup {
  /** Beside `pouring`, which is always there. */
  readonly agents?: { readonly [name: string]: AgentSetting };
  /** Sections of the settings, in place of what a bench has otherwise. */
  readonly settings?: { readonly [section: string]: object };
  readonly nodeArgs?: readonly string[];
  /** Before it is started. */
  readonly prepare?: (home: string) => void | Promise<void>;
}

interface Cpu {
  readonly daemon: number;
  readonly holder: number;
}

const turnTimeoutMs = 180_000;

const pouring: AgentSetting = {
  command: process.execPath,
  args: [join(import.meta.dirname, "..", "agents", "pouring-agent.mjs")],
  version: "2.1.325",
};

/** How the built daemon is started on a folder, as `bridle daemon start` does it. */
function daemonCommand(home: string, nodeArgs: readonly string[] = []): readonly string[] {
  const entry = join(import.meta.dirname, "..", "..", "dist", "cli.js");
  return [...nodeArgs, entry, "daemon", "start", "--foreground", "--home", home];
}

/** False: nobody listens. Throws when somebody does who is not ready. */
async function isReady(home: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const request = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  const socket = connectSocket(socketOf(home), () => socket.write(request));
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => resolve("")).on("close", () => resolve(answer));
  const said = await promise;
  if (said !== "" && !said.startsWith("HTTP/1.1 200")) throw new Error(`it listens, and says: ${said.slice(0, 30)}`);
  return said !== "";
}

function socketOf(home: string): string {
  return join(home, "run", "daemon.sock");
}

/** Starts a daemon on a folder, and waits until it is ready. */
export async function startDaemon(home: string, nodeArgs: readonly string[] = []): Promise<ChildProcess> {
  const child = spawn(process.execPath, daemonCommand(home, nodeArgs), {
    env: environment(home),
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await isReady(home))) {
    if (child.exitCode !== null) throw new Error("the daemon ended before it was ready");
    await sleep(2);
  }
  return child;
}

/** A home for a daemon, with its settings. */
export function makeHome({ agents = {}, settings = {} }: Pick<DaemonSetup, "agents" | "settings"> = {}): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "bridle-bench-")));
  mkdirSync(join(home, "config"), { mode: 0o700 });
  // Errors only: lines of a log are no part of what is measured. The limit on calls is for one caller; here all are one.
  const daemon = { port: 0, log_level: "error", calls_per_minute: 10_000_000 };
  const all = { daemon, limits: { live_agents: 1000 }, agents: { pouring, ...agents }, ...settings };
  writeFileSync(join(home, "config", "settings.json"), JSON.stringify(all), { mode: 0o600 });
  return home;
}

export function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? "", HOME: home, LANG: "C.UTF-8" };
}

/** The built daemon in a folder of its own, and a client of it. */
export class RunningDaemon implements AsyncDisposable {
  readonly home: string;
  readonly socket: string;
  readonly client: BridleClient;
  readonly #child: ChildProcess;

  private constructor(home: string, child: ChildProcess) {
    this.home = home;
    this.#child = child;
    this.socket = socketOf(home);
    this.client = connect({ socket: this.socket });
  }

  static async start({ nodeArgs, prepare, ...setup }: DaemonSetup = {}): Promise<RunningDaemon> {
    const home = makeHome(setup);
    await prepare?.(home);
    const child = await startDaemon(home, nodeArgs);
    return new RunningDaemon(home, child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get holderPid(): number {
    return Number(readFileSync(join(this.home, "run", "holder.pid"), "utf8"));
  }

  cpu(): Cpu {
    return { daemon: cpuMs(this.pid), holder: cpuMs(this.holderPid) };
  }

  /** Sessions with an agent each that has answered once. */
  async sessions(count: number, agent = "pouring", prompt = '{"lines":1}'): Promise<string[]> {
    const create = async (): Promise<string> => {
      const { session } = await this.client.sessions.createSession({ agent, cwd: this.home, prompt: { text: prompt } });
      return session?.id ?? "";
    };
    const ids = await Promise.all(Array.from({ length: count }, create));
    await Promise.all(ids.map((id) => this.turns(id, 1)));
    return ids;
  }

  async prompt(session: string, order: object): Promise<number> {
    const prompt = { text: JSON.stringify(order) };
    const { seq } = await this.client.conversation.sendPrompt({ sessionId: session, prompt });
    return Number(seq);
  }

  /** Resolves when the session has had so many turns; the number of its last event then. */
  async turns(id: string, turns: number, everyMs = 50): Promise<number> {
    const deadline = performance.now() + turnTimeoutMs;
    while (performance.now() < deadline) {
      const { session } = await this.client.sessions.getSession({ sessionId: id });
      if (session !== undefined && Number(session.turns) >= turns) return Number(session.lastSeq);
      await sleep(everyMs);
    }
    throw new Error(`session ${id} did not end its turn within ${turnTimeoutMs} ms`);
  }

  async lastSeq(id: string): Promise<number> {
    return this.turns(id, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const gone = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      const timer = setTimeout(() => this.#child.kill("SIGKILL"), 20_000);
      await gone;
      clearTimeout(timer);
    }
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
