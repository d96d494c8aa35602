import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { daemonFiles, daemonFolders } from "../../../src/api/daemon-folders.ts";
import { BridleError, type ErrorCode, type ErrorData } from "../../../src/errors.ts";
import { type BridleClient, connect } from "../../../src/exports/client.ts";
import { within } from "../../host/within.ts";
import { compileCache } from "../../lab/compile-cache.ts";
import { endAll, markName, processesOf } from "./processes-of.ts";

export interface StartOptions {
  /** The folder of an earlier daemon, or one that is prepared. Else a temporary one, removed at the end. */
  readonly home?: string;
  /** `key=value`. */
  readonly set?: readonly string[];
  /** On top of a bare environment. */
  readonly env?: { readonly [name: string]: string };
  /** Agents by name, as in the settings; the first is the default one. */
  readonly agents?: { readonly [name: string]: AgentSetting };
  /** Further settings, as in settings.json. */
  readonly settings?: object;
  /** Flags of node. */
  readonly nodeArgs?: readonly string[];
  /** Where its built files are, if not in this checkout's `dist`. */
  readonly dist?: string | undefined;
}

export interface AgentSetting {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: { readonly [name: string]: string };
  readonly version?: string;
  readonly dialect?: string;
}

/** A daemon that runs as a process of its own. Its client stays the same over restarts. */
export interface TestDaemon extends AsyncDisposable {
  readonly home: string;
  /** A folder to work in. */
  readonly cwd: string;
  readonly socket: string;
  readonly database: string;
  readonly log: string;
  readonly client: BridleClient;
  readonly pid: number;
  readonly url: string;
  /** -9. Agents and holder live on. */
  kill(): Promise<void>;
  /** Ends agents and holder, too. Gives the exit code. */
  stop(): Promise<number | null>;
  /** After `kill` or `stop`. */
  restart(more?: Pick<StartOptions, "set" | "dist">): Promise<void>;
  /** Starts it and kills it with -9 after so long, ready or not. */
  stumble(ms: number): Promise<void>;
  /** Pids of the daemon, its holder and its agents, whoever lives. */
  processes(): number[];
}

const main = join(import.meta.dirname, "daemon-main.ts");
const ownDist = join(import.meta.dirname, "..", "..", "..", "dist");

/** Resolves when it is ready; rejects with the error that stopped its start. */
export async function startDaemon(options: StartOptions = {}): Promise<TestDaemon> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), "bridle-d-"));
  const files = daemonFiles(daemonFolders({}, home));
  const cwd = join(home, "work");
  mkdirSync(cwd, { recursive: true, mode: 0o700 });
  writeSettings(files.settings, options);
  const client = connect({ socket: files.socket, retryForMs: 30_000 });
  let running: Running;
  try {
    running = await run(home, options);
  } catch (error) {
    await client.close();
    if (options.home !== undefined) throw error;
    endAll(processesOf(home));
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
  return {
    ...{ home, cwd, client, socket: files.socket, database: files.database, log: files.log },
    get pid() {
      return running.pid;
    },
    get url() {
      return running.url;
    },
    kill: async () => {
      running.child.kill("SIGKILL");
      await running.exited;
    },
    stop: () => {
      running.child.kill("SIGTERM");
      return within(20_000, "the daemon's end", running.exited);
    },
    restart: async (more = {}) => {
      running = await run(home, { ...options, ...more, set: [...(options.set ?? []), ...(more.set ?? [])] });
    },
    stumble: async (ms) => {
      const { child, exited } = spawnDaemon(home, options);
      await sleep(ms);
      child.kill("SIGKILL");
      await exited;
    },
    processes: () => processesOf(home),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      running.child.kill("SIGKILL");
      await running.exited;
      endAll(processesOf(home));
      if (options.home === undefined) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly url: string;
  readonly exited: Promise<number | null>;
}

async function run(home: string, options: StartOptions): Promise<Running> {
  const { child, exited } = spawnDaemon(home, options);
  try {
    const line = await within(20_000, "the daemon's start", firstLine(child.stdout));
    const { url, error } = JSON.parse(line) as { url?: string; error?: Told };
    if (url === undefined) throw asThrown(error);
    return { child, pid: child.pid as number, url, exited };
  } catch (error) {
    child.kill("SIGKILL");
    await exited;
    throw error;
  }
}

function spawnDaemon(home: string, { set = [], env = {}, agents = {}, nodeArgs = [], dist = ownDist }: StartOptions) {
  const [agent] = Object.keys(agents);
  const given = ["daemon.port=0", ...(agent === undefined ? [] : [`daemon.default_agent=${agent}`]), ...set];
  const child = spawn(process.execPath, [...nodeArgs, main, JSON.stringify({ home, set: given, dist })], {
    env: { PATH: process.env.PATH, HOME: join(home, "work"), ...compileCache(), ...env, [markName]: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  return { child, exited };
}

interface Told {
  readonly code: ErrorCode;
  readonly message: string;
  readonly data: ErrorData[ErrorCode];
}

function asThrown(told: Told | undefined): Error {
  if (told === undefined) return new Error("the daemon ended without a word");
  return told.data === undefined ? new Error(told.message) : new BridleError(told.code, told.message, told.data);
}

function writeSettings(file: string, { agents = {}, settings = {} }: StartOptions): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (Object.keys(agents).length + Object.keys(settings).length === 0) return;
  writeFileSync(file, JSON.stringify({ agents, ...settings }), { mode: 0o600 });
}

/** Up to the first LF or the end; what comes later is let go. */
function firstLine(output: Readable): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  output.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
  });
  output.once("close", () => resolve(text === "" ? "{}" : text));
  return promise;
}
