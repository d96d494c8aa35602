import { writeFileSync } from "node:fs";
import { Daemon } from "../../daemon/daemon.ts";
import { failedLine, notifyStarter } from "../background/ready-line.ts";
import type { StartOptions } from "../background/start-daemon.ts";
import { bridleVersion } from "../bridle-version.ts";
import { exitCodes } from "../exit-codes.ts";
import { onSignal } from "../on-signal.ts";
import { addressFile } from "../running-daemon.ts";

interface ForegroundOptions extends StartOptions {
  readonly endWithStarter?: true;
}

/** A daemon in this process, until it is told to end. `reportsReady`: whoever started us waits on a pipe. */
export async function runDaemon(options: ForegroundOptions, reportsReady: boolean): Promise<void> {
  const starting = endBySignal(reportsReady);
  let daemon: Daemon;
  try {
    daemon = await Daemon.start({
      env: process.env,
      bridleVersion,
      home: options.home,
      set: options.set,
      agent: options.agent,
      ...(!reportsReady && { terminal: process.stderr }),
    });
  } catch (error) {
    if (reportsReady) notifyStarter(failedLine(error));
    throw error;
  }
  starting.daemon = daemon;
  if (options.endWithStarter) endWithStarter(daemon);
  if (starting.signalled) void daemon.stop();
  writeAddress(options, daemon.url);
  if (reportsReady) reportReady(daemon);
  await daemon.ended;
  // Whatever a library left open must not keep a stopped daemon.
  setTimeout(() => process.exit(), 1000).unref();
}

/** Whoever started it holds the other end of its stdin, and is gone when that is: killed, too. */
function endWithStarter(daemon: Daemon): void {
  process.stdin.once("close", () => void daemon.stop()).resume();
}

function reportReady(daemon: Daemon): void {
  const { now, later } = daemon.notices;
  notifyStarter({ kind: "ready", pid: process.pid, address: daemon.url, notices: now });
  void later.then((notices) => notifyStarter({ kind: "notices", notices }));
}

/** For `bridle daemon status`: the port may be any. The pid says whose it is. */
function writeAddress({ home }: StartOptions, address: string): void {
  writeFileSync(addressFile(home), `${JSON.stringify({ pid: process.pid, address })}\n`, { mode: 0o600 });
}

/** The first signal ends agents and daemon, politely; a second one is meant. */
function endBySignal(inBackground: boolean): { daemon: Daemon | undefined; signalled: boolean } {
  const starting: { daemon: Daemon | undefined; signalled: boolean } = { daemon: undefined, signalled: false };
  const end = (): void => {
    starting.signalled = true;
    void starting.daemon?.stop();
  };
  // The terminal it was started from is closed; in the background it has none.
  if (inBackground) process.on("SIGHUP", () => undefined);
  const signals = ["SIGINT", "SIGTERM", ...(inBackground ? [] : (["SIGHUP"] as const))] as const;
  onSignal(signals, end, () => process.exit(exitCodes.interrupted));
  return starting;
}
