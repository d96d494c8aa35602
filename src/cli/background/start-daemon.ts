import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Notice } from "../../adapters/notice.ts";
import { prepareFolders } from "../../daemon/config/prepare-folders.ts";
import { packageFile } from "../../daemon/package-file.ts";
import { BridleError } from "../../errors.ts";
import { localDaemon } from "../daemon-options.ts";
import { errorOf, type ReadyLine } from "./ready-line.ts";

export interface StartOptions {
  readonly home?: string;
  readonly agent?: string;
  readonly set?: readonly string[];
}

export interface StartedDaemon {
  readonly pid: number;
  readonly address: string;
  readonly notices: readonly Notice[];
  /** Of a version probe that takes longer; empty when it takes too long. Either this is called, or `close`. */
  readonly later: () => Promise<readonly Notice[]>;
  /** Hears nothing more of it. */
  readonly close: () => void;
}

/** A start with a cached agent version takes 350 ms; a probe that is waited for, up to 10 s. */
const readyMs = 60_000;

/**
 * Starts a daemon in a session of its own and resolves once it listens. Rejects
 * with its reason where it does not: `already_running`, `agent_not_found` … One
 * that is not ready in time is ended.
 */
export async function startDaemon(options: StartOptions, withinMs = readyMs): Promise<StartedDaemon> {
  const { folders } = localDaemon(options.home);
  prepareFolders(folders);
  const entry = packageFile("./cli.js", "../cli.js", "../cli/main.ts");
  if (entry === undefined) throw new Error("the package is not whole: cli.js is missing");
  const errorFile = join(folders.state, "daemon.stderr");
  const errors = openSync(errorFile, "a", 0o600);
  const { size: saidBefore } = fstatSync(errors);
  const child = spawn(process.execPath, [entry, "daemon", "start", "--foreground", "--tell-ready", ...flags(options)], {
    cwd: "/",
    detached: true,
    env: unmarked(process.env),
    stdio: ["ignore", errors, errors, "pipe"],
  });
  closeSync(errors);
  const pipe = child.stdio[3] as Readable;
  const reader = createInterface({ input: pipe });
  const lines = reader[Symbol.asyncIterator]();
  // The end of the pipe alone would leave whoever waits for a line.
  const leave = (): void => {
    reader.close();
    pipe.destroy();
  };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    leave();
  }, withinMs);
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  try {
    const first = await Promise.race([failed, nextLine(lines)]);
    if (first?.kind === "ready") return { ...first, later: () => laterNotices(lines, leave), close: leave };
    leave();
    if (first?.kind === "failed") throw errorOf(first);
    if (isLate) await endLate(child);
    throw notReady(isLate, withinMs, readFileSync(errorFile).subarray(saidBefore));
  } finally {
    clearTimeout(timer);
    child.unref();
  }
}

/** Started from within an agent, it does not end with that agent: it carries no mark of it. */
function unmarked({ BRIDLE_AGENT: _, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env;
}

function flags({ home, agent, set = [] }: StartOptions): string[] {
  return [
    ...(home === undefined ? [] : [`--home=${home}`]),
    ...(agent === undefined ? [] : [`--agent=${agent}`]),
    ...set.map((one) => `--set=${one}`),
  ];
}

/** Undefined: it ended, or took too long. */
async function nextLine(lines: AsyncIterator<string>): Promise<ReadyLine | undefined> {
  const { value, done } = await lines.next().catch(() => ({ value: undefined, done: true }));
  return done || value === undefined ? undefined : (JSON.parse(value) as ReadyLine);
}

const laterMs = 3000;

async function laterNotices(lines: AsyncIterator<string>, leave: () => void): Promise<readonly Notice[]> {
  const timer = setTimeout(leave, laterMs);
  const line = await nextLine(lines);
  clearTimeout(timer);
  leave();
  return line?.kind === "notices" ? line.notices : [];
}

/** Not politely: asked to end, it would end the agents that it has from an earlier daemon, too. The next one has them. */
async function endLate(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

function notReady(isLate: boolean, afterMs: number, stderr: Buffer): Error {
  const what = isLate ? `it was not ready within ${afterMs / 1000} s, and was ended` : "it ended before it was ready";
  const said = stderr.toString("utf8").trim().split("\n").slice(-20).join("\n");
  const todo = isLate ? "\nwithout a limit, and with its log to see: bridle daemon start --foreground" : "";
  const message = `the daemon did not start: ${what}${said && `\n${said}`}\nits log: bridle daemon logs${todo}`;
  return new BridleError("timeout", message, { waitingFor: "the daemon to be ready", afterMs });
}
